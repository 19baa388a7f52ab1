-- For the sweep that finds pending transmissions without a job.
create index transmission_pending on transmission (message_id) where state = 'pending';

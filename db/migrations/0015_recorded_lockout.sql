-- window_started_at of the window whose lockout has its event, so that a lockout has one event.
alter table failed_attempt add column recorded_window timestamptz;

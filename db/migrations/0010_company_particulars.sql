-- What the law and the network want to know of a company beside its name.
alter table company
  add column phone text, -- BT-42
  add column website text,
  add column contact_name text, -- BT-41
  add column legal_information text; -- legal form, register, court (BT-33)

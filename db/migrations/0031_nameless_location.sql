-- A delivery location needs an address only (EN 16931: BT-70 is optional).
alter table delivery_location alter column name drop not null;

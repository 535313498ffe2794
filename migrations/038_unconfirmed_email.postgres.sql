-- The address of the account, if an administrator has set it and its owner has not confirmed it.
ALTER TABLE users ADD COLUMN unconfirmed_email text;

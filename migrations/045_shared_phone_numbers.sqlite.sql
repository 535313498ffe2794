-- The phone number of an account while PHONE_NUMBERS=shared: phone_number is unique, which SQLite cannot take away.
ALTER TABLE users ADD COLUMN shared_phone_number TEXT;

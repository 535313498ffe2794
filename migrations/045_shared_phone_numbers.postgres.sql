-- The phone number of an account while PHONE_NUMBERS=shared: phone_number is unique.
ALTER TABLE users ADD COLUMN shared_phone_number text;

-- The version of the credentials whose password its owner was told of: it is known from a data breach.
ALTER TABLE users ADD COLUMN breach_told_version BIGINT;

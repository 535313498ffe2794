-- Which version of Latchkey has run a migration, and the newest version that the migration breaks: an instance of that
-- one, or of an older one, is not ready any more (store/schema-fit.ts). Null: not noted, and nothing is broken.
ALTER TABLE schema_migrations ADD COLUMN applied_by TEXT;
ALTER TABLE schema_migrations ADD COLUMN applied_at INTEGER;
ALTER TABLE schema_migrations ADD COLUMN breaks TEXT;
UPDATE schema_migrations SET breaks = '0.1.0' WHERE version = 6;

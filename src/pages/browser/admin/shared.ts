// What most screens of the console import, so that it is one file for all of them (../../bundle-scripts.ts).
import './shell.ts';
import './list-page.ts';
import './list-filters.ts';
import './simple-table.ts';
import './loaded.ts';
import './accounts.ts';
import './select-field.ts';
import './label.ts';
import './confirm.ts';
import './toast.ts';
import './live-events.ts';

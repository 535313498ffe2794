// What most screens of the console import, so that it is one file for all of them (../../bundle-scripts.ts).
import './start.tsx';
import './accounts.tsx';
import './labels.ts';
import './live-events.ts';
import './components/confirm.tsx';
import './components/filters.tsx';
import './components/list.tsx';
import './components/loaded.tsx';
import './components/screen.tsx';
import './components/times.tsx';

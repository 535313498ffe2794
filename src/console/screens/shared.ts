// What most screens of the console import, so that it is one file for all of them (../console-scripts.ts). Forms are
// not among it: they are loaded when the first dialog with one is opened.
import './start.tsx';
import './accounts.tsx';
import './dialogs.ts';
import './live-events.ts';
import './toast-change.ts';
import '../components/download-menu.tsx';
import '../components/facts.tsx';
import '../components/filters.tsx';
import '../components/list.tsx';
import '../components/screen.tsx';
import '../components/short-list-screen.tsx';
import '../../pages/browser/components/copy-button.tsx';
import '../../pages/browser/components/copy-text.ts';

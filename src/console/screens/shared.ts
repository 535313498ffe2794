// Modules that most screens import: they become one file (pages/script-source.ts). Forms are loaded with the first
// dialog.
import './start.tsx';
import './accounts.tsx';
import './dialogs.ts';
import './live-events.ts';
import './toast-change.ts';
import '../../pages/browser/field-values.ts';
import '../components/download-menu.tsx';
import '../components/facts.tsx';
import '../components/filters.tsx';
import '../components/list.tsx';
import '../components/screen.tsx';
import '../components/short-list-screen.tsx';
import '../../pages/browser/components/copy-button.tsx';
import '../../pages/browser/components/copy-text.ts';

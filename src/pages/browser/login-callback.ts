import { begunFor, returnTo } from './identity-flow.ts';
import { pageIsReady, showPanel } from './page.ts';

const begun = begunFor(location.search);
if (begun) returnTo(begun, location.href);
else showPanel('lost');
pageIsReady();

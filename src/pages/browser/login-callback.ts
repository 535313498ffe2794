import { returnTo, takeBegun } from './identity-flow.ts';
import { pageIsReady, showPanel } from './page.ts';

const begun = takeBegun();
if (begun) returnTo(begun, location.href);
else showPanel('lost');
pageIsReady();

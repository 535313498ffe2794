import { begunEmailLogin, storeEmailLogin } from './begun-email-login.ts';
import { byId, navigate, pageIsReady, showPanel } from './page.ts';
import { arrive } from './page-state.ts';

const note = new URLSearchParams(location.hash.slice(1));
arrive(note);
const code = note.get('code')?.trim() ?? '';
history.replaceState(null, '', location.pathname);

const begun = begunEmailLogin('localStorage');
if (!/^\d{8}$/.test(code)) showPanel('lost');
else {
  for (const digits of document.querySelectorAll('[data-digits]')) {
    digits.replaceChildren(
      ...[code.slice(0, 4), code.slice(4)].map((half) => {
        const part = document.createElement('span');
        part.textContent = half;
        return part;
      }),
    );
  }
  if (begun) {
    showPanel('here', { email: begun.email });
    byId('log-in', HTMLButtonElement).addEventListener('click', () => {
      storeEmailLogin({ ...begun, code });
      navigate(begun.from);
    });
  }
}
pageIsReady();

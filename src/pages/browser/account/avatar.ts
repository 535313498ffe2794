import { byId } from '../page.ts';

interface Avatar {
  /** Initials stand in until the picture has loaded, and wherever none does. */
  show(fullName: string, pictureUrl: string | null): void;
}

export function avatarOf(id: string, heard: { loaded?: () => void; failed?: () => void } = {}): Avatar {
  const root = byId(id, HTMLElement);
  const [picture, initials] = [root.querySelector('img'), root.querySelector('span')];
  if (!picture || !initials) throw new Error(`the page has no avatar ${id}`);
  picture.addEventListener('load', () => {
    picture.hidden = false;
    heard.loaded?.();
  });
  picture.addEventListener('error', () => {
    picture.hidden = true;
    heard.failed?.();
  });
  return {
    show(fullName, pictureUrl) {
      initials.textContent = initialsOf(fullName);
      if (pictureUrl !== null && picture.getAttribute('src') === pictureUrl) return;
      picture.hidden = true;
      if (pictureUrl === null) picture.removeAttribute('src');
      else picture.src = pictureUrl;
    },
  };
}

/** Of the first and the last word of a name. */
export function initialsOf(fullName: string): string {
  const words = fullName.split(/\s+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

import type { ButtonHTMLAttributes } from 'preact';

interface Props extends Pick<ButtonHTMLAttributes, 'id' | 'disabled' | 'onClick'> {
  readonly label: string;
}

/** Shown only if passkeys work in this browser. */
export const PasskeyButton = ({ label, ...attributes }: Props) => (
  <button class="button plain needs-passkeys" type="button" {...attributes}>
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <circle cx="9.5" cy="7.5" r="3.75" />
      <path d="M2.75 20a6.75 6.75 0 0 1 9.5-6.2" />
      <circle cx="17.75" cy="12.75" r="2.75" />
      <path d="M17.75 15.5v5.75m0-2.5h2" />
    </svg>
    <span>{label}</span>
  </button>
);

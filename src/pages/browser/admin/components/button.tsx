import type { ButtonHTMLAttributes } from 'preact';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'type'> {
  /** `main` is what a dialog or a screen is for. */
  readonly mood?: 'main' | 'plain' | 'danger';
  readonly isCompact?: boolean;
  readonly type?: 'button' | 'submit';
}

export const Button = ({ mood = 'plain', isCompact = false, type = 'button', ...props }: ButtonProps) => (
  <button {...props} type={type} class={`button${mood === 'main' ? '' : ` ${mood}`}${isCompact ? ' compact' : ''}`} />
);

import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'type' | 'label' | 'icon'> {
  readonly label: string;
  readonly icon?: IconName;
  /** `main` is what a dialog or a screen is for. */
  readonly mood?: 'main' | 'plain' | 'danger';
  readonly isCompact?: boolean;
  readonly type?: 'button' | 'submit';
}

export const Button = ({ label, icon, mood = 'plain', isCompact, type = 'button', ...props }: ButtonProps) => (
  <button {...props} type={type} class={`button${mood === 'main' ? '' : ` ${mood}`}${isCompact ? ' compact' : ''}`}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);

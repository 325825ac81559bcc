import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  readonly look?: 'primary' | 'quiet' | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, className = '', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`button ${look ?? ''} ${className}`} />;
}

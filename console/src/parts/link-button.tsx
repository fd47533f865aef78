import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { readonly ref?: Ref<HTMLAnchorElement> };

/** A link to a screen that looks like a button. */
export const LinkButton = createLink((props: AnchorProps) => <Button component="a" {...props} />);

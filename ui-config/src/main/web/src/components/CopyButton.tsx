// SPDX-License-Identifier: Apache-2.0
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const CONFIRMATION_MS = 2_000;

const LABELS = { none: 'copy.copy', copied: 'copy.copied', failed: 'copy.failed' } as const;

type Outcome = keyof typeof LABELS;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the name of the button: "Copy command". */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>('none');

  useEffect(() => {
    if (outcome === 'none') {
      return undefined;
    }
    const timer = setTimeout(() => setOutcome('none'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => {
    copyToClipboard(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <Button variant="default" size="compact-sm" onClick={copy}>
      <span aria-live="polite">{t(LABELS[outcome])}</span>
      <VisuallyHidden>&nbsp;{what}</VisuallyHidden>
    </Button>
  );
}

async function copyToClipboard(text: string): Promise<void> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text);
  }
  // Plain HTTP from another machine has no clipboard API; the old command works there.
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // Deprecated, but no other command copies over plain HTTP.
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) {
    throw new Error('The browser did not copy.');
  }
}

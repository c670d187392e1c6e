// SPDX-License-Identifier: Apache-2.0
import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';

/**
 * The heading of a page. It gives the browser's tab its name, and takes the focus when the page opens, so that a screen
 * reader says where its user has come to.
 */
export function PageTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} – Millrace`;
  }, [title]);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Title order={1} size="h3" ref={heading} tabIndex={-1}>
      {title}
    </Title>
  );
}

// SPDX-License-Identifier: Apache-2.0
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Writes counts and rates as the language of the page does, with one decimal at most. */
export function useNumber(): (value: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
    return (value) => format.format(value);
  }, [i18n.language]);
}

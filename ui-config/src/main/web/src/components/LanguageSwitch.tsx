// SPDX-License-Identifier: Apache-2.0
import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../i18n/language';
import classes from './LanguageSwitch.module.css';
import { useLanguageChoice } from './useLanguageChoice';

/** Buttons with the languages of the UI. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { current, choose, failed } = useLanguageChoice();
  return (
    <div role="group" aria-label={t('language.label')} className={classes.switch}>
      {LANGUAGES.map(({ tag, name }) => (
        <UnstyledButton
          key={tag}
          className={classes.language ?? ''}
          lang={tag}
          aria-pressed={tag === current}
          onClick={() => choose(tag)}
        >
          {name}
        </UnstyledButton>
      ))}
      {failed && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {t('language.failed')}
        </Text>
      )}
    </div>
  );
}

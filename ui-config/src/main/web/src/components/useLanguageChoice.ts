// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language } from '../i18n/language';

interface LanguageChoice {
  /** The tag of the language of the UI. */
  readonly current: string;
  readonly choose: (language: Language) => void;
  /** True if the texts of the chosen language could not be loaded. */
  readonly failed: boolean;
}

export function useLanguageChoice(): LanguageChoice {
  const { i18n } = useTranslation();
  const [failed, setFailed] = useState(false);
  const choose = (language: Language) => {
    setFailed(false);
    chooseLanguage(language).catch(() => setFailed(true));
  };
  return { current: i18n.language, choose, failed };
}

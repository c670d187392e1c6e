// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en';

/** The namespace of the labels of configuration properties. */
export const SCHEMA = 'schema';

// The English texts are bundled: this completes before it returns. `language.ts` loads the texts of other languages.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  showSupportNotice: false,
});

export { i18next as i18n };

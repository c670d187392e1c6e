// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en';

// The resources are bundled: this completes before it returns.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  showSupportNotice: false,
});

// SPDX-License-Identifier: Apache-2.0
import { i18n, SCHEMA } from './i18n';

/** The languages of the UI, each named in itself. The tag is that of BCP 47. */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'zh-Hans', name: '中文' },
] as const;

export type Language = (typeof LANGUAGES)[number]['tag'];

const STORAGE_KEY = 'millrace.language';

/** The language that was asked for last. Texts that arrive late must not replace those of a later choice. */
let wanted: Language = 'en';

/** The user's choice in this browser, else the first language of the browser that the UI has, else English. */
export function preferredLanguage(): Language {
  return (
    chosenIn(localStorage.getItem(STORAGE_KEY)) ??
    navigator.languages.map(languageFor).find((language) => language !== undefined) ??
    'en'
  );
}

/** Shows the UI in the preferred language; in English if the texts of the language cannot be loaded. */
export async function startLanguage(): Promise<void> {
  await showLanguage(preferredLanguage()).catch(() => showLanguage('en'));
}

/**
 * Shows the UI in the language, now and whenever this browser opens it.
 *
 * @throws TypeError if the texts of the language cannot be loaded; the UI stays in the language that it has
 */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await showLanguage(language);
}

/** Follows the choice in other tabs; answers with the function that ends this. */
export function followLanguage(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const language = key === STORAGE_KEY ? chosenIn(newValue) : undefined;
    if (language !== undefined) {
      // Without the texts this tab stays as it is.
      showLanguage(language).catch(() => undefined);
    }
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  if (language !== 'en' && !i18n.hasResourceBundle(language, SCHEMA)) {
    const { zh, schemaLabels } = await import('./zh');
    i18n.addResourceBundle(language, 'translation', zh);
    i18n.addResourceBundle(language, SCHEMA, schemaLabels);
  }
  if (wanted === language) {
    await i18n.changeLanguage(language);
    document.documentElement.lang = language;
  }
}

function chosenIn(stored: string | null): Language | undefined {
  return LANGUAGES.find(({ tag }) => tag === stored)?.tag;
}

/** Chinese of every script and country is shown in Simplified Chinese. */
function languageFor(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language.tag.split('-')[0] === primary)?.tag;
}

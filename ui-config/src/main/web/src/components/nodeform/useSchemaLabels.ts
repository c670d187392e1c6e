// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { SCHEMA } from '../../i18n/i18n';
import { ENGLISH_LABELS, type SchemaLabels } from '../../model/schema/labels';

/** The labels of properties and values in the language of the UI. */
export function useSchemaLabels(): SchemaLabels {
  const { i18n } = useTranslation();
  const labels = i18n.getResourceBundle(i18n.language, SCHEMA) as SchemaLabels | undefined;
  return labels ?? ENGLISH_LABELS;
}

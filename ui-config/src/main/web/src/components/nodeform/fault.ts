// SPDX-License-Identifier: Apache-2.0
import type { TFunction } from 'i18next';
import type { Fault } from '../../model/schema/validator';

/** A fault in a sentence. */
export function faultText(t: TFunction, { kind, limit }: Fault): string {
  switch (kind) {
    case 'type':
      return limit === 'integer' || limit === 'number'
        ? t(`nodeForm.fault.type.${limit}`)
        : t('nodeForm.fault.type.other', { limit });
    case 'minLength':
      return limit === '1' ? t('nodeForm.fault.empty') : t('nodeForm.fault.minLength', { limit });
    case 'minItems':
    case 'minProperties':
      return limit === '1'
        ? t('nodeForm.fault.noEntries')
        : t('nodeForm.fault.minItems', { limit });
    default:
      return t(`nodeForm.fault.${kind}`, { limit });
  }
}

// SPDX-License-Identifier: Apache-2.0
import { nodeForm } from './nodeForm';

/** The English texts of the UI, by page. */
export const en = {
  nodeForm,
};

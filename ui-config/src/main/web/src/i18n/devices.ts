// SPDX-License-Identifier: Apache-2.0

/** Texts of the pages of devices. */
export const devices = {
  noneOfCustomer:
    'No device is assigned to your customer yet. The administrator of the tenant assigns devices; they appear here by themselves.',
};

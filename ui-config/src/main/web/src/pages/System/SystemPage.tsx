// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { PageTitle } from '../../components/PageTitle';

/** What a system administrator sees: the devices belong to the tenants. */
export function SystemPage() {
  return (
    <>
      <PageTitle title="System administrator" />
      <Text mt="sm" maw={560}>
        This account administers the system and has no devices of its own. Devices belong to
        tenants: sign in as a tenant administrator to see them.
      </Text>
    </>
  );
}

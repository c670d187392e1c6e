// SPDX-License-Identifier: Apache-2.0
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { PageTitle } from '../../components/PageTitle';

export function NotFoundPage() {
  return (
    <>
      <PageTitle title="There is no such page" />
      <Text mt="sm">
        The address may be mistyped. Go on with the{' '}
        <Anchor component={Link} to="/devices">
          devices
        </Anchor>
        .
      </Text>
    </>
  );
}

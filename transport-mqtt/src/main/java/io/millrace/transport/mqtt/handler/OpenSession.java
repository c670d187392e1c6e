// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.mqtt.session.SessionInfo;

/** What a connection has from CONNACK on. */
record OpenSession(
        SessionInfo info,
        PublishFlow publishes,
        Subscriptions subscriptions,
        Outbox outbox,
        Activity activity) {}

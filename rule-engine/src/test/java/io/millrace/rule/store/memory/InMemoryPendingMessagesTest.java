// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessagesContract;

class InMemoryPendingMessagesTest extends PendingMessagesContract {

    private final InMemoryPendingMessages pending = new InMemoryPendingMessages();

    @Override
    protected PendingMessages pending() {
        return pending;
    }
}

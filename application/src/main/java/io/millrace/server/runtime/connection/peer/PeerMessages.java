// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import java.util.List;

/** A batch of messages, in their order. */
record PeerMessages(List<PeerMessage> messages) {

    PeerMessages {
        messages = List.copyOf(messages);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A session's subscription to contents that are read again and again. */
final class Feed {

    private final PushSession session;
    private final int cmdId;
    private final FeedSource source;
    private @Nullable JsonNode sent;

    Feed(PushSession session, int cmdId, FeedSource source) {
        this.session = session;
        this.cmdId = cmdId;
        this.source = source;
    }

    PushSession session() {
        return session;
    }

    int cmdId() {
        return cmdId;
    }

    FeedSource source() {
        return source;
    }

    /** Sends contents, unless the client has them or earlier messages wait for it: then the next ones follow. */
    synchronized void offer(JsonNode contents) {
        if (source.sendsChangesOnly() && contents.equals(sent)) {
            return;
        }
        if (session.offer(this, source.frame(cmdId, contents)) && source.sendsChangesOnly()) {
            sent = contents;
        }
    }
}

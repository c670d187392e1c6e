// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A session's subscription to contents that are read again and again. */
final class Feed implements SessionSubscription {

    private final SessionSubscriptions owner;
    private final int cmdId;
    private final FeedSource source;
    private @Nullable JsonNode sent;

    Feed(SessionSubscriptions owner, int cmdId, FeedSource source) {
        this.owner = owner;
        this.cmdId = cmdId;
        this.source = source;
    }

    SessionSubscriptions owner() {
        return owner;
    }

    @Override
    public int cmdId() {
        return cmdId;
    }

    FeedSource source() {
        return source;
    }

    @Override
    public void enter(PushSessions sessions) {
        sessions.feeds().add(this);
    }

    @Override
    public void leave(PushSessions sessions) {
        sessions.feeds().remove(this);
    }

    @Override
    public String error(int code, String message) {
        return source.error(cmdId, code, message);
    }

    /** Sends contents, unless the client has them or earlier messages wait for it: then the next ones follow. */
    synchronized void offer(JsonNode contents) {
        if (source.sendsChangesOnly() && contents.equals(sent)) {
            return;
        }
        if (owner.offer(this, source.frame(cmdId, contents)) && source.sendsChangesOnly()) {
            sent = contents;
        }
    }
}

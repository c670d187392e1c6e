// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.channel.Channel;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.EnumSet;
import java.util.Set;

/** Whether the server reads from a connection: while nothing speaks against it. Used on its event loop only. */
final class Reading {

    /** What speaks against reading. */
    enum Pause {
        /** The credentials are being judged. */
        AUTHENTICATION,
        /** Too much is not safe yet. */
        WINDOW_FULL,
        /** The queue has no room for what was read last. */
        NO_ROOM,
        /** The client does not read what it is sent. */
        UNWRITABLE,
        /** The server is stopping. */
        DRAINING
    }

    private final Channel channel;
    private final Set<Pause> pauses = EnumSet.noneOf(Pause.class);

    Reading(Channel channel) {
        this.channel = channel;
    }

    /** Stops reading; says whether this is a new reason to. */
    boolean pause(Pause reason) {
        boolean isNew = pauses.add(reason);
        channel.config().setAutoRead(false);
        return isNew;
    }

    /** Takes a reason away and reads on when it was the last one; says whether it was there. */
    boolean resume(Pause reason) {
        boolean was = pauses.remove(reason);
        if (was && pauses.isEmpty()) {
            restartIdleTime();
            channel.config().setAutoRead(true);
        }
        return was;
    }

    boolean isPaused() {
        return !pauses.isEmpty();
    }

    boolean isPausedFor(Pause reason) {
        return pauses.contains(reason);
    }

    /** What the client sent meanwhile, such as its pings, was not seen yet: its silence counts from now on. */
    private void restartIdleTime() {
        IdleStateHandler idle = channel.pipeline().get(IdleStateHandler.class);
        if (idle != null) {
            idle.resetReadTimeout();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.channel.Channel;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.EnumSet;
import java.util.Set;

/**
 * Pauses and resumes reading from a connection: the server reads while no reason to pause exists. Used on its event
 * loop only.
 */
final class Reading {

    /** A reason to pause reading. */
    enum Pause {
        /** The credentials are being checked. */
        AUTHENTICATION,
        /** Too many messages or bytes are not safe yet. */
        WINDOW_FULL,
        /** The queue has no room for the last message. */
        NO_ROOM,
        /** The client does not read its messages. */
        UNWRITABLE,
        /** The server is stopping. */
        DRAINING
    }

    private final Channel channel;
    private final Set<Pause> pauses = EnumSet.noneOf(Pause.class);

    Reading(Channel channel) {
        this.channel = channel;
    }

    /** Pauses reading; returns true if the reason is new. */
    boolean pause(Pause reason) {
        boolean isNew = pauses.add(reason);
        channel.config().setAutoRead(false);
        return isNew;
    }

    /** Removes a reason, and resumes reading if it was the last one; returns true if it existed. */
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

    /**
     * Restarts the idle timer. Packets that the client sent during the pause, such as pings, were not seen, so its
     * silence counts from now on.
     */
    private void restartIdleTime() {
        IdleStateHandler idle = channel.pipeline().get(IdleStateHandler.class);
        if (idle != null) {
            idle.resetReadTimeout();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A connection as the parts of its session see it. Used on its event loop only, except {@link #onLoop} and {@link
 * #close}.
 */
interface Wire {

    ConnectionSettings settings();

    MqttMetrics metrics();

    /** The client's protocol version; 3.1.1 before its CONNECT was read. */
    MqttVersion version();

    default boolean isVersion5() {
        return version() == MqttVersion.MQTT_5;
    }

    /** The limits that the client has announced. */
    ClientLimits client();

    EventExecutor loop();

    long nanoTime();

    boolean isClosed();

    /** True if the client reads what it is sent. */
    boolean isWritable();

    Reading reading();

    ByteBuf allocate(int bytes);

    /** Sends a packet or encoded packets; the flush may be combined with others. */
    void send(Object packet);

    /** All messages of the client that were read are safe. */
    void idle();

    /** Runs a task on the event loop, asynchronously. */
    void onLoop(Runnable task);

    /** Runs a task on the event loop after a delay. */
    Future<?> schedule(Duration delay, Runnable task);

    /** Ends the connection; does nothing if it has ended. */
    default void close(CloseReason reason) {
        close(reason, null);
    }

    /**
     * Ends the connection; does nothing if it has ended.
     *
     * @param detail what was wrong, as the reason string of MQTT 5, or null
     */
    void close(CloseReason reason, @Nullable String detail);
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/** Closes a socket so that the client still receives the last packet. */
final class Farewell {

    private Farewell() {}

    /**
     * Closes the server's output and reads on until the client closes its own. With TLS, which has no half-close,
     * closes the channel.
     */
    static void halfClose(Channel channel) {
        boolean hasHalves = channel.pipeline().get(SslHandler.class) == null;
        if (hasHalves && channel instanceof DuplexChannel duplex && duplex.isActive()) {
            var _ = duplex.shutdownOutput();
            duplex.config().setAutoRead(true);
        } else {
            var _ = channel.close();
        }
    }
}

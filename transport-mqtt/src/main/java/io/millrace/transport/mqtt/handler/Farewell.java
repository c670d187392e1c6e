// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/** How a socket ends whose client is to see the last packet. */
final class Farewell {

    private Farewell() {}

    /** Ends the server's half and reads on until the client ends its own; with TLS, which knows no halves, closes. */
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

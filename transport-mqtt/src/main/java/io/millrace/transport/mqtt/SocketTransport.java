// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/**
 * How the server's event loops use sockets. Netty's library for Linux takes less CPU for a wake-up than the JDK's
 * selectors; the property {@code io.netty.transport.noNative=true} switches it off.
 *
 * @param name the transport's name in Netty's documentation
 * @param handlers makes the handler of an event loop
 * @param listener the class of the channels that accept connections
 */
record SocketTransport(
        String name, IoHandlerFactory handlers, Class<? extends ServerChannel> listener) {

    /** The transport of Linux where its library can be loaded, or else the JDK's. */
    static SocketTransport best() {
        return Epoll.isAvailable()
                ? new SocketTransport(
                        "epoll", EpollIoHandler.newFactory(), EpollServerSocketChannel.class)
                : new SocketTransport(
                        "nio", NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.server.platform.address.ForwardedAddress;
import io.millrace.server.web.body.BodyAllowance;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.UriUtils;

/**
 * Finds the device of a request by the access token in its path, before the body is read: the body of an unknown device is
 * not accepted. A request for provisioning has no token; its body may have as much as that of a sign-in.
 */
final class DeviceSignIn extends OncePerRequestFilter {

    static final String PATH = "/api/v1/";

    /** The attribute of a request that holds its device. */
    static final String DEVICE = "millrace.device";

    /** The attribute of a request for provisioning that holds the address of the client. */
    static final String CLIENT = "millrace.client";

    /** ThingsBoard's limit for requests and replies of RPC. */
    static final long RPC_BYTES = 64 * 1024;

    private static final Logger log = LoggerFactory.getLogger(DeviceSignIn.class);

    private static final String PROVISION = "provision";
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);
    private static final Duration UNTIL_GUESSES = Duration.ofMinutes(1);
    private static final Duration UNTIL_DATABASE = Duration.ofSeconds(5);

    private final DeviceAuthenticator authenticator;
    private final ForwardedAddress addresses;

    /** @param addresses finds the address of a client behind reverse proxies */
    DeviceSignIn(DeviceAuthenticator authenticator, ForwardedAddress addresses) {
        this.authenticator = authenticator;
        this.addresses = addresses;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        List<String> path = pathOf(request);
        if (path.equals(List.of(PROVISION))) {
            request.setAttribute(CLIENT, remote(request));
            chain.doFilter(request, response);
            return;
        }
        String token = UriUtils.decode(path.getFirst(), StandardCharsets.UTF_8);
        switch (check(token, request)) {
            case Accepted(AuthenticatedDevice device) -> {
                request.setAttribute(DEVICE, device);
                boolean isRpc = path.size() > 1 && path.get(1).equals("rpc");
                new BodyAllowance(device.tenant(), isRpc ? RPC_BYTES : BodyAllowance.MOST_BYTES)
                        .grant(request);
                chain.doFilter(request, response);
            }
            case Refused(Refusal reason) -> refuse(reason, response);
        }
    }

    /** The segments behind {@link #PATH}; one that is empty if there is none. */
    private static List<String> pathOf(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        return List.of(path.substring(Math.min(path.length(), PATH.length())).split("/", -1));
    }

    private AuthResult check(String token, HttpServletRequest request) {
        ConnectCredentials presented = new ConnectCredentials("", token, null, remote(request));
        try {
            return authenticator
                    .authenticate(presented)
                    .toCompletableFuture()
                    .get(LONGEST_CHECK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            log.debug("An access token was not checked within {}", LONGEST_CHECK);
        } catch (ExecutionException e) {
            log.error("Cannot check the access token of a device; answered 503", e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return new Refused(Refusal.UNAVAILABLE);
    }

    /** Unresolved, because only the address counts, and it is one already. */
    private InetSocketAddress remote(HttpServletRequest request) {
        String address =
                addresses.of(
                        request.getRemoteAddr(),
                        Collections.list(request.getHeaders("X-Forwarded-For")));
        return new InetSocketAddress(address, 0);
    }

    private static void refuse(Refusal reason, HttpServletResponse response) throws IOException {
        switch (reason) {
            case BAD_USER_NAME_OR_PASSWORD, IDENTIFIER_REJECTED, NOT_AUTHORIZED ->
                    response.setStatus(HttpStatus.UNAUTHORIZED.value());
            case TOO_MANY_ATTEMPTS ->
                    write(
                            response,
                            HttpStatus.TOO_MANY_REQUESTS,
                            UNTIL_GUESSES,
                            "Too many wrong access tokens from this address; wait a minute");
            case UNAVAILABLE ->
                    write(
                            response,
                            HttpStatus.SERVICE_UNAVAILABLE,
                            UNTIL_DATABASE,
                            "The access token cannot be checked now; try again later");
        }
    }

    private static void write(
            HttpServletResponse response, HttpStatus status, Duration retryAfter, String text)
            throws IOException {
        response.setStatus(status.value());
        response.setHeader(HttpHeaders.RETRY_AFTER, DeviceApiException.seconds(retryAfter));
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.queue.MessageQueue;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.address.ForwardedAddress;
import io.millrace.server.platform.settings.DeviceApiSettings;
import io.millrace.server.platform.settings.HttpSettings;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.runtime.devicethrottle.ThrottledAuthenticator;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the HTTP API for devices. */
@Configuration(proxyBeanMethods = false)
class HttpDeviceConfiguration {

    /** After Spring Security's filter, whose order is -100, and before the one that limits bodies. */
    private static final int BEFORE_BODY_LIMIT = -95;

    private static final Duration ROOM_WITHIN = Duration.ofSeconds(5);
    private static final Duration SAFE_WITHIN = Duration.ofSeconds(20);
    private static final int MOST_TAKEN = 10_000;
    private static final int MOST_TAKEN_OF_DEVICE = 100;

    @Bean
    FilterRegistrationBean<DeviceSignIn> deviceSignIn(
            @Qualifier("accessTokenAuthenticator") DeviceAuthenticator authenticator,
            DeviceApiSettings settings,
            HttpSettings http) {
        DeviceAuthenticator throttled =
                settings.guessesPerMinute() == 0
                        ? authenticator
                        : new ThrottledAuthenticator(
                                authenticator, settings.guessesPerMinute(), Ticker.systemTicker());
        FilterRegistrationBean<DeviceSignIn> filter =
                new FilterRegistrationBean<>(
                        new DeviceSignIn(throttled, new ForwardedAddress(http.proxies())));
        filter.addUrlPatterns(DeviceSignIn.PATH + "*");
        filter.setOrder(BEFORE_BODY_LIMIT);
        return filter;
    }

    @Bean
    WaitingRequests waitingDeviceRequests(
            DeviceConnections connections, DeviceApiSettings settings) {
        return new WaitingRequests(connections, settings.polls(), settings.pollsPerDevice());
    }

    @Bean(initMethod = "start", destroyMethod = "stop")
    TakenCalls takenCalls(Clock clock) {
        return new TakenCalls(MOST_TAKEN, MOST_TAKEN_OF_DEVICE, clock);
    }

    @Bean
    UplinkIntake uplinkIntake(MessageQueue queue) {
        return new UplinkIntake(queue, ROOM_WITHIN, SAFE_WITHIN);
    }

    @Bean
    DeviceAdmission deviceAdmission(DeviceLimits limits, RuleEngine engine) {
        return new DeviceAdmission(limits, engine);
    }

    @Bean
    LongPolls longPolls(WaitingRequests waiting, TakenCalls taken) {
        return new LongPolls(waiting, taken);
    }

    @Bean
    ClientCalls clientCalls(
            WaitingRequests waiting,
            UplinkIntake intake,
            DeviceAdmission admission,
            InstanceSettings instance,
            Clock clock) {
        return new ClientCalls(waiting, intake, admission, instance.instanceId(), clock);
    }

    @Bean
    TransportRequests transportRequests(DeviceRequests requests) {
        return new TransportRequests(requests);
    }

    @Bean
    DeviceApiFigures deviceApiFigures(WaitingRequests waiting, TakenCalls taken) {
        return new DeviceApiFigures(waiting::count, taken::count);
    }
}

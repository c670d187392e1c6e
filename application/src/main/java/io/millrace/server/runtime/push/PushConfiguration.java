// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.chains.nodestate.NodeStates;
import io.millrace.server.platform.settings.PushSettings;
import io.millrace.server.registry.alarm.AlarmReads;
import io.millrace.server.runtime.telemetry.TelemetryReads;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.timeseries.TimeseriesReader;
import io.millrace.server.store.timeseries.WatchedValues;
import io.millrace.server.web.api.ErrorWriter;
import io.millrace.server.web.security.AccessTokens;
import io.millrace.server.web.security.EntityAccess;
import java.time.Clock;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

/** Beans of the WebSocket API. */
@Configuration(proxyBeanMethods = false)
class PushConfiguration {

    @Bean
    WatchedEntities watchedEntities() {
        return new WatchedEntities();
    }

    @Bean
    PushSessions pushSessions(
            AccessTokens tokens,
            EntityAccess entities,
            WatchedEntities watched,
            TimeseriesReader series,
            AttributeReader attributes,
            TelemetryReads reads,
            JdbcClient jdbc,
            PushSettings settings,
            PushMetrics metrics,
            NodeStates nodeStates,
            AlarmReads alarms,
            JsonMapper json,
            Clock clock) {
        return new PushSessions(
                tokens,
                entities,
                watched,
                new CurrentValues(series, attributes),
                reads,
                new PushLimits(jdbc, settings),
                settings,
                metrics,
                nodeStates,
                alarms,
                json,
                clock);
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    ChangesElsewhere changesElsewhere(WatchedEntities watched, WatchedValues values) {
        return new ChangesElsewhere(watched, values);
    }

    @Bean
    SimpleUrlHandlerMapping pushMapping(PushSessions sessions, ErrorWriter errors) {
        PushHandshake handshake = new PushHandshake(sessions, errors);
        return new SimpleUrlHandlerMapping(
                Map.of("/api/ws", handshake, "/api/ws/plugins/telemetry", handshake),
                Ordered.HIGHEST_PRECEDENCE);
    }
}

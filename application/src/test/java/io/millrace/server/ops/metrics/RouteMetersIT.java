// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.web.servlet.handler.AbstractHandlerMethodMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * The tag {@code uri} of the metric of HTTP requests. Micrometer drops the requests of further tags beyond a limit,
 * which must therefore be greater than the number of routes.
 */
final class RouteMetersIT {

    /** The tags that are no routes (NOT_FOUND, REDIRECTION, UNKNOWN, root), and static files. */
    private static final int OTHER_TAGS = 50;

    private static final RestServer SERVER = RestServer.running();

    @Test
    void everyRouteHasATagOfItsOwn() {
        Set<String> routes =
                SERVER
                        .context()
                        .getBeansOfType(RequestMappingInfoHandlerMapping.class)
                        .values()
                        .stream()
                        .map(AbstractHandlerMethodMapping::getHandlerMethods)
                        .flatMap(methods -> methods.keySet().stream())
                        .map(RequestMappingInfo::getPatternValues)
                        .flatMap(Set::stream)
                        .collect(Collectors.toSet());
        int limit =
                SERVER.context()
                        .getEnvironment()
                        .getRequiredProperty(
                                "management.metrics.web.server.max-uri-tags", Integer.class);

        assertThat(routes).hasSizeGreaterThan(100).hasSizeLessThan(limit - OTHER_TAGS);
    }

    @Test
    void unknownPathsShareTags() {
        RestClient caller = SERVER.newTenantAdministrator();
        long before = requestsWithSharedTags();

        for (int i = 0; i < 5; i++) {
            caller.get("/api/no-such-thing-" + i).expect(404);
            caller.get("/no-such-page-" + i + ".txt");
        }

        await().untilAsserted(() ->
                assertThat(requestsWithSharedTags()).isGreaterThanOrEqualTo(before + 10));
        assertThat(timers())
                .extracting(RouteMetersIT::uri)
                .noneMatch(uri -> uri.contains("no-such"));
    }

    private static long requestsWithSharedTags() {
        return timers().stream()
                .filter(timer -> Set.of("/**", "NOT_FOUND", "UNKNOWN").contains(uri(timer)))
                .mapToLong(Timer::count)
                .sum();
    }

    private static Collection<Timer> timers() {
        return SERVER.bean(MeterRegistry.class).find("http.server.requests").timers();
    }

    private static String uri(Timer timer) {
        return String.valueOf(timer.getId().getTag("uri"));
    }
}

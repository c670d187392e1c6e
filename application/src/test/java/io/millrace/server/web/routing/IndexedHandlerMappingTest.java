// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

final class IndexedHandlerMappingTest {

    private static final StaticWebApplicationContext CONTEXT = new StaticWebApplicationContext();
    private static final RequestMappingHandlerMapping ORIGINAL = new RequestMappingHandlerMapping();
    private static final IndexedHandlerMapping MAPPING = new IndexedHandlerMapping();

    @Controller
    static class Methods {

        @GetMapping("/api/device/{id}")
        void device() {}

        @GetMapping({"/api/devices", "/api/device/by/{name}"})
        void devices() {}

        @PostMapping("/api/rpc/{kind}/{id}")
        void rpc() {}

        @PostMapping("/api/rpc/oneway/{id}")
        void oneWay() {}

        @GetMapping("/api/files/{*rest}")
        void files() {}

        @GetMapping("/api/f?x")
        void wildcard() {}

        @GetMapping("/{tenant}/both of/{id}")
        void spaced() {}
    }

    @BeforeAll
    static void findMethods() {
        CONTEXT.registerSingleton("methods", Methods.class);
        CONTEXT.refresh();
        for (RequestMappingHandlerMapping each :
                new RequestMappingHandlerMapping[] {ORIGINAL, MAPPING}) {
            each.setApplicationContext(CONTEXT);
            each.afterPropertiesSet();
        }
    }

    @AfterAll
    static void close() {
        CONTEXT.close();
    }

    private static HttpServletRequest request(String method, String path) {
        MockHttpServletRequest request = new MockHttpServletRequest(method, path);
        ServletRequestPathUtils.parseAndCache(request);
        return request;
    }

    private static String found(RequestMappingHandlerMapping mapping, String method, String path)
            throws Exception {
        HandlerExecutionChain found = mapping.getHandler(request(method, path));
        return found == null ? "none" : ((HandlerMethod) found.getHandler()).getMethod().getName();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /api/device/17,             device",
        "GET,  /api/devices,               devices",
        "GET,  /api/device/by/a,           devices",
        "POST, /api/rpc/twoway/17,         rpc",
        "POST, /api/rpc/oneway/17,         oneWay",
        "GET,  /api/files,                 files",
        "GET,  /api/files/a/b,             files",
        "GET,  /api/fax,                   wildcard",
        "GET,  /t/both%20of/1,             spaced",
        "GET,  /%61pi/device/1,            device",
        "GET,  /api;a=b/device/1,          device",
        "GET,  /api/device,                none",
        "GET,  /api/device/1/2,            none",
        "GET,  /unknown,                   none",
    })
    void findsTheMethodThatSpringFinds(String method, String path, String name) throws Exception {
        assertThat(found(MAPPING, method, path)).isEqualTo(name);
        assertThat(found(ORIGINAL, method, path)).isEqualTo(name);
    }

    @Test
    void namesTheMethodsThatAPathHas() {
        assertThatThrownBy(() -> MAPPING.getHandler(request("DELETE", "/api/rpc/twoway/17")))
                .isInstanceOfSatisfying(
                        HttpRequestMethodNotSupportedException.class,
                        refused ->
                                assertThat(refused.getSupportedMethods()).containsExactly("POST"));
    }
}

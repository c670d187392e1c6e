// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.address.ForwardedAddress;
import io.millrace.server.platform.jdbc.StoredSettings;
import io.millrace.server.platform.settings.AccountSettings;
import io.millrace.server.platform.settings.HttpSettings;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.web.api.ErrorWriter;
import io.millrace.server.web.peer.PeerHeaders;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.UserRepository;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.request.async.WebAsyncManagerIntegrationFilter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.ContentSecurityPolicyHeaderWriter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.XXssProtectionHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter.XFrameOptionsMode;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Configures the security chains: the API, where every path needs a token unless {@link OpenPaths} lists it; the calls
 * between instances, which need an instance's token; and the files of the UI, which are public.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration implements WebMvcConfigurer {

    private static final Logger log = LoggerFactory.getLogger(SecurityConfiguration.class);

    /** The policy of UI pages: scripts and connections of the same origin only, and no framing. */
    private static final String PAGES_CSP =
            "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                    + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

    /** The policy of JSON responses that a browser shows as a page: nothing is allowed. */
    private static final String API_CSP = "default-src 'none'; frame-ancestors 'none'";

    @Bean
    @Order(1)
    SecurityFilterChain apiChain(
            ApplicationContext context,
            ObjectPostProcessor<Object> filters,
            Sessions sessions,
            ErrorWriter errorWriter) {
        SecurityErrors errors = new SecurityErrors(errorWriter);
        AuthenticationManager byToken =
                token -> authenticate(sessions, (BearerTokenAuthenticationToken) token);
        return stateless(context, filters)
                .securityMatcher("/api/**", "/actuator/**")
                .cors(cors -> cors.configurationSource(fromEverywhere()))
                .headers(headers ->
                        headers.contentSecurityPolicy(csp -> csp.policyDirectives(API_CSP)))
                .exceptionHandling(
                        e -> e.authenticationEntryPoint(errors).accessDeniedHandler(errors))
                .oauth2ResourceServer(server ->
                        server.bearerTokenResolver(new TokenHeader())
                                .authenticationEntryPoint(errors)
                                .accessDeniedHandler(errors)
                                .authenticationManagerResolver(_ -> byToken))
                .authorizeHttpRequests(requests ->
                        requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                                .permitAll()
                                .requestMatchers(
                                        HttpMethod.POST, OpenPaths.array(OpenPaths.SIGN_IN))
                                .permitAll()
                                .requestMatchers(HttpMethod.GET, OpenPaths.array(OpenPaths.READ))
                                .permitAll()
                                .requestMatchers(OpenPaths.array(OpenPaths.SIGN_IN))
                                .denyAll()
                                .requestMatchers(OpenPaths.array(OpenPaths.PUSH))
                                .permitAll()
                                .requestMatchers(OpenPaths.array(OpenPaths.STATE))
                                .permitAll()
                                .requestMatchers(OpenPaths.array(OpenPaths.DEVICES))
                                .permitAll()
                                .requestMatchers("/actuator/**")
                                .hasAuthority(Authority.SYS_ADMIN.name())
                                .anyRequest()
                                .authenticated())
                .build();
    }

    /**
     * The chain of the calls between instances. A user's token is refused, and the token of an instance is refused by the
     * API.
     */
    @Bean
    @Order(2)
    SecurityFilterChain instancesChain(
            ApplicationContext context,
            ObjectPostProcessor<Object> filters,
            InstanceTokens tokens,
            ErrorWriter errorWriter) {
        SecurityErrors errors = new SecurityErrors(errorWriter);
        AuthenticationManager byToken =
                token -> tokens.authenticate(((BearerTokenAuthenticationToken) token).getToken());
        return stateless(context, filters)
                .securityMatcher("/internal/**")
                .exceptionHandling(
                        e -> e.authenticationEntryPoint(errors).accessDeniedHandler(errors))
                .oauth2ResourceServer(server ->
                        server.bearerTokenResolver(new TokenHeader())
                                .authenticationEntryPoint(errors)
                                .accessDeniedHandler(errors)
                                .authenticationManagerResolver(_ -> byToken))
                .authorizeHttpRequests(requests ->
                        requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                                .permitAll()
                                .anyRequest()
                                .authenticated())
                .build();
    }

    /**
     * The chain of the UI's files, which only adds headers. The files hold no data, because pages load all data through
     * the API. Their caching is configured where they are served.
     */
    @Bean
    @Order(3)
    SecurityFilterChain pagesChain() {
        return new DefaultSecurityFilterChain(
                AnyRequestMatcher.INSTANCE,
                new HeaderWriterFilter(
                        List.of(
                                new XContentTypeOptionsHeaderWriter(),
                                new XXssProtectionHeaderWriter(),
                                new HstsHeaderWriter(),
                                new XFrameOptionsHeaderWriter(XFrameOptionsMode.DENY),
                                new ContentSecurityPolicyHeaderWriter(PAGES_CSP))));
    }

    /**
     * Begins a chain without sessions and without CSRF protection: tokens are sent in a header that browsers do not add
     * automatically, so CSRF is impossible. The chain is not based on Spring Security's bean of this type, because each
     * instance of that looks for customizers of 27 types among all beans.
     */
    private static HttpSecurity stateless(
            ApplicationContext context, ObjectPostProcessor<Object> filters) {
        return new HttpSecurity(
                        filters,
                        new AuthenticationManagerBuilder(filters),
                        Map.of(ApplicationContext.class, context))
                .addFilter(new WebAsyncManagerIntegrationFilter())
                .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .securityContext(Customizer.withDefaults())
                .headers(Customizer.withDefaults())
                .anonymous(Customizer.withDefaults())
                .servletApi(Customizer.withDefaults());
    }

    private static UserAuthentication authenticate(
            Sessions sessions, BearerTokenAuthenticationToken token) {
        try {
            return new UserAuthentication(sessions.authenticate(token.getToken()));
        } catch (DataAccessResourceFailureException away) {
            log.warn(
                    "Cannot check a token because the database is unavailable; request refused: {}",
                    away.getMessage());
            throw SignInException.unavailable();
        }
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(new RoleCheck());
    }

    /** Allows calls from any origin: the API requires a token and ignores cookies. */
    private static UrlBasedCorsConfigurationSource fromEverywhere() {
        CorsConfiguration cors = new CorsConfiguration();
        cors.setAllowedOrigins(List.of(CorsConfiguration.ALL));
        cors.setAllowedMethods(List.of(CorsConfiguration.ALL));
        cors.setAllowedHeaders(List.of(CorsConfiguration.ALL));
        cors.setExposedHeaders(List.of(PeerHeaders.UNANSWERED));
        cors.setMaxAge(Duration.ofMinutes(30));
        UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
        source.registerCorsConfiguration("/api/**", cors);
        return source;
    }

    @Bean
    Sessions sessions(
            UserRepository users,
            PasswordEncoder passwords,
            JwtTokens tokens,
            RevokedSessions revoked,
            SignInStatistics statistics,
            ApplicationEventPublisher events) {
        LoginThrottle throttle = new LoginThrottle(Ticker.systemTicker(), statistics);
        return new Sessions(users, passwords, tokens, revoked, throttle, events);
    }

    /** Without a span and a counter for each filter, which take a sixth of the time of a short request. */
    @Bean
    SecurityObservationSettings securityObservationSettings() {
        return SecurityObservationSettings.noObservations();
    }

    @Bean
    SignInStatistics signInStatistics() {
        return new SignInStatistics();
    }

    @Bean
    AccessTokens accessTokens(Sessions sessions, JwtTokens tokens) {
        return new AccessTokens(sessions, tokens);
    }

    @Bean
    JwtTokens jwtTokens(AccountSettings accounts, StoredSettings settings, Clock clock) {
        return new JwtTokens(SigningKey.find(accounts, settings), clock);
    }

    @Bean
    InstanceTokens instanceTokens(JwtTokens tokens, InstanceSettings instance, Clock clock) {
        return new InstanceTokens(tokens, instance.instanceId(), clock);
    }

    @Bean
    RevokedSessions revokedSessions(JdbcClient jdbc, Clock clock) {
        return new RevokedSessions(jdbc, clock);
    }

    /** Hashing takes at most half of the processors, so that guessed passwords leave the others for messages. */
    @Bean
    PasswordEncoder passwordEncoder(SignInStatistics statistics) {
        int atOnce = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return new BoundedPasswordEncoder(new BCryptPasswordEncoder(), atOnce, statistics);
    }

    @Bean
    ClientAddress clientAddress(HttpSettings settings) {
        return new ClientAddress(new ForwardedAddress(settings.proxies()));
    }
}

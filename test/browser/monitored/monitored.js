// ../../../node_modules/@opentelemetry/api/build/esm/version.js
var e = "1.9.1", t = /^(\d+)\.(\d+)\.(\d+)(-(.+))?$/;
function n(e) {
	let n = /* @__PURE__ */ new Set([e]), r = /* @__PURE__ */ new Set(), i = e.match(t);
	if (!i) return () => !1;
	let a = {
		major: +i[1],
		minor: +i[2],
		patch: +i[3],
		prerelease: i[4]
	};
	if (a.prerelease != null) return function(t) {
		return t === e;
	};
	function o(e) {
		return r.add(e), !1;
	}
	function s(e) {
		return n.add(e), !0;
	}
	return function(e) {
		if (n.has(e)) return !0;
		if (r.has(e)) return !1;
		let i = e.match(t);
		if (!i) return o(e);
		let c = {
			major: +i[1],
			minor: +i[2],
			patch: +i[3],
			prerelease: i[4]
		};
		return c.prerelease != null || a.major !== c.major ? o(e) : a.major === 0 ? a.minor === c.minor && a.patch <= c.patch ? s(e) : o(e) : a.minor <= c.minor ? s(e) : o(e);
	};
}
var r = n(e), i = e.split(".")[0], a = Symbol.for(`opentelemetry.js.api.${i}`), o = typeof globalThis == "object" ? globalThis : typeof self == "object" ? self : typeof window == "object" ? window : typeof global == "object" ? global : {};
function s(t, n, r, i = !1) {
	let s = o[a] = o[a] ?? { version: e };
	if (!i && s[t]) {
		let e = /* @__PURE__ */ Error(`@opentelemetry/api: Attempted duplicate registration of API: ${t}`);
		return r.error(e.stack || e.message), !1;
	}
	if (s.version !== "1.9.1") {
		let n = /* @__PURE__ */ Error(`@opentelemetry/api: Registration of version v${s.version} for ${t} does not match previously registered API v${e}`);
		return r.error(n.stack || n.message), !1;
	}
	return s[t] = n, r.debug(`@opentelemetry/api: Registered a global for ${t} v${e}.`), !0;
}
function c(e) {
	let t = o[a]?.version;
	if (t && r(t)) return o[a]?.[e];
}
function l(t, n) {
	n.debug(`@opentelemetry/api: Unregistering a global for ${t} v${e}.`);
	let r = o[a];
	r && delete r[t];
}
// ../../../node_modules/@opentelemetry/api/build/esm/diag/ComponentLogger.js
var u = class {
	constructor(e) {
		this._namespace = e.namespace || "DiagComponentLogger";
	}
	debug(...e) {
		return d("debug", this._namespace, e);
	}
	error(...e) {
		return d("error", this._namespace, e);
	}
	info(...e) {
		return d("info", this._namespace, e);
	}
	warn(...e) {
		return d("warn", this._namespace, e);
	}
	verbose(...e) {
		return d("verbose", this._namespace, e);
	}
};
function d(e, t, n) {
	let r = c("diag");
	if (r) return r[e](t, ...n);
}
// ../../../node_modules/@opentelemetry/api/build/esm/diag/types.js
var f;
(function(e) {
	e[e.NONE = 0] = "NONE", e[e.ERROR = 30] = "ERROR", e[e.WARN = 50] = "WARN", e[e.INFO = 60] = "INFO", e[e.DEBUG = 70] = "DEBUG", e[e.VERBOSE = 80] = "VERBOSE", e[e.ALL = 9999] = "ALL";
})(f ||= {});
// ../../../node_modules/@opentelemetry/api/build/esm/diag/internal/logLevelLogger.js
function p(e, t) {
	e < f.NONE ? e = f.NONE : e > f.ALL && (e = f.ALL), t ||= {};
	function n(n, r) {
		let i = t[n];
		return typeof i == "function" && e >= r ? i.bind(t) : function() {};
	}
	return {
		error: n("error", f.ERROR),
		warn: n("warn", f.WARN),
		info: n("info", f.INFO),
		debug: n("debug", f.DEBUG),
		verbose: n("verbose", f.VERBOSE)
	};
}
// ../../../node_modules/@opentelemetry/api/build/esm/api/diag.js
var m = "diag", h = class e {
	static instance() {
		return this._instance ||= new e(), this._instance;
	}
	constructor() {
		function e(e) {
			return function(...t) {
				let n = c("diag");
				if (n) return n[e](...t);
			};
		}
		let t = this;
		t.setLogger = (e, n = { logLevel: f.INFO }) => {
			if (e === t) {
				let e = /* @__PURE__ */ Error("Cannot use diag as the logger for itself. Please use a DiagLogger implementation like ConsoleDiagLogger or a custom implementation");
				return t.error(e.stack ?? e.message), !1;
			}
			typeof n == "number" && (n = { logLevel: n });
			let r = c("diag"), i = p(n.logLevel ?? f.INFO, e);
			if (r && !n.suppressOverrideMessage) {
				let e = (/* @__PURE__ */ Error()).stack ?? "<failed to generate stacktrace>";
				r.warn(`Current logger will be overwritten from ${e}`), i.warn(`Current logger will overwrite one already registered from ${e}`);
			}
			return s("diag", i, t, !0);
		}, t.disable = () => {
			l(m, t);
		}, t.createComponentLogger = (e) => new u(e), t.verbose = e("verbose"), t.debug = e("debug"), t.info = e("info"), t.warn = e("warn"), t.error = e("error");
	}
}, g = class e {
	constructor(e) {
		this._entries = e ? new Map(e) : /* @__PURE__ */ new Map();
	}
	getEntry(e) {
		let t = this._entries.get(e);
		if (t) return Object.assign({}, t);
	}
	getAllEntries() {
		return Array.from(this._entries.entries());
	}
	setEntry(t, n) {
		let r = new e(this._entries);
		return r._entries.set(t, n), r;
	}
	removeEntry(t) {
		let n = new e(this._entries);
		return n._entries.delete(t), n;
	}
	removeEntries(...t) {
		let n = new e(this._entries);
		for (let e of t) n._entries.delete(e);
		return n;
	}
	clear() {
		return new e();
	}
}, ee = Symbol("BaggageEntryMetadata"), te = h.instance();
function ne(e = {}) {
	return new g(new Map(Object.entries(e)));
}
function re(e) {
	return typeof e != "string" && (te.error(`Cannot create baggage metadata from unknown type: ${typeof e}`), e = ""), {
		__TYPE__: ee,
		toString() {
			return e;
		}
	};
}
// ../../../node_modules/@opentelemetry/api/build/esm/context/context.js
function _(e) {
	return Symbol.for(e);
}
var v = new class e {
	constructor(t) {
		let n = this;
		n._currentContext = t ? new Map(t) : /* @__PURE__ */ new Map(), n.getValue = (e) => n._currentContext.get(e), n.setValue = (t, r) => {
			let i = new e(n._currentContext);
			return i._currentContext.set(t, r), i;
		}, n.deleteValue = (t) => {
			let r = new e(n._currentContext);
			return r._currentContext.delete(t), r;
		};
	}
}(), ie = class {
	constructor() {}
	createGauge(e, t) {
		return ge;
	}
	createHistogram(e, t) {
		return _e;
	}
	createCounter(e, t) {
		return he;
	}
	createUpDownCounter(e, t) {
		return ve;
	}
	createObservableGauge(e, t) {
		return be;
	}
	createObservableCounter(e, t) {
		return ye;
	}
	createObservableUpDownCounter(e, t) {
		return xe;
	}
	addBatchObservableCallback(e, t) {}
	removeBatchObservableCallback(e) {}
}, ae = class {}, oe = class extends ae {
	add(e, t) {}
}, se = class extends ae {
	add(e, t) {}
}, ce = class extends ae {
	record(e, t) {}
}, le = class extends ae {
	record(e, t) {}
}, ue = class {
	addCallback(e) {}
	removeCallback(e) {}
}, de = class extends ue {}, fe = class extends ue {}, pe = class extends ue {}, me = new ie(), he = new oe(), ge = new ce(), _e = new le(), ve = new se(), ye = new de(), be = new fe(), xe = new pe();
function Se() {
	return me;
}
// ../../../node_modules/@opentelemetry/api/build/esm/propagation/TextMapPropagator.js
var Ce = {
	get(e, t) {
		if (e != null) return e[t];
	},
	keys(e) {
		return e == null ? [] : Object.keys(e);
	}
}, we = { set(e, t, n) {
	e != null && (e[t] = n);
} }, Te = class {
	active() {
		return v;
	}
	with(e, t, n, ...r) {
		return t.call(n, ...r);
	}
	bind(e, t) {
		return t;
	}
	enable() {
		return this;
	}
	disable() {
		return this;
	}
}, Ee = "context", De = new Te(), Oe = class e {
	constructor() {}
	static getInstance() {
		return this._instance ||= new e(), this._instance;
	}
	setGlobalContextManager(e) {
		return s(Ee, e, h.instance());
	}
	active() {
		return this._getContextManager().active();
	}
	with(e, t, n, ...r) {
		return this._getContextManager().with(e, t, n, ...r);
	}
	bind(e, t) {
		return this._getContextManager().bind(e, t);
	}
	_getContextManager() {
		return c(Ee) || De;
	}
	disable() {
		this._getContextManager().disable(), l(Ee, h.instance());
	}
}, ke;
(function(e) {
	e[e.NONE = 0] = "NONE", e[e.SAMPLED = 1] = "SAMPLED";
})(ke ||= {});
var Ae = {
	traceId: "00000000000000000000000000000000",
	spanId: "0000000000000000",
	traceFlags: ke.NONE
}, je = class {
	constructor(e = Ae) {
		this._spanContext = e;
	}
	spanContext() {
		return this._spanContext;
	}
	setAttribute(e, t) {
		return this;
	}
	setAttributes(e) {
		return this;
	}
	addEvent(e, t) {
		return this;
	}
	addLink(e) {
		return this;
	}
	addLinks(e) {
		return this;
	}
	setStatus(e) {
		return this;
	}
	updateName(e) {
		return this;
	}
	end(e) {}
	isRecording() {
		return !1;
	}
	recordException(e, t) {}
}, Me = _("OpenTelemetry Context Key SPAN");
function Ne(e) {
	return e.getValue(Me) || void 0;
}
function Pe() {
	return Ne(Oe.getInstance().active());
}
function Fe(e, t) {
	return e.setValue(Me, t);
}
function Ie(e) {
	return e.deleteValue(Me);
}
function Le(e, t) {
	return Fe(e, new je(t));
}
function Re(e) {
	return Ne(e)?.spanContext();
}
// ../../../node_modules/@opentelemetry/api/build/esm/trace/spancontext-utils.js
var ze = new Uint8Array([
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	1,
	1,
	1,
	1,
	1,
	1,
	1,
	1,
	1,
	1,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	1,
	1,
	1,
	1,
	1,
	1,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	1,
	1,
	1,
	1,
	1,
	1
]);
function Be(e, t) {
	if (typeof e != "string" || e.length !== t) return !1;
	let n = 0;
	for (let t = 0; t < e.length; t += 4) n += (ze[e.charCodeAt(t)] | 0) + (ze[e.charCodeAt(t + 1)] | 0) + (ze[e.charCodeAt(t + 2)] | 0) + (ze[e.charCodeAt(t + 3)] | 0);
	return n === t;
}
function Ve(e) {
	return Be(e, 32) && e !== "00000000000000000000000000000000";
}
function He(e) {
	return Be(e, 16) && e !== "0000000000000000";
}
function Ue(e) {
	return Ve(e.traceId) && He(e.spanId);
}
function We(e) {
	return new je(e);
}
// ../../../node_modules/@opentelemetry/api/build/esm/trace/NoopTracer.js
var Ge = Oe.getInstance(), Ke = class {
	startSpan(e, t, n = Ge.active()) {
		if (t?.root) return new je();
		let r = n && Re(n);
		return qe(r) && Ue(r) ? new je(r) : new je();
	}
	startActiveSpan(e, t, n, r) {
		let i, a, o;
		if (arguments.length < 2) return;
		arguments.length === 2 ? o = t : arguments.length === 3 ? (i = t, o = n) : (i = t, a = n, o = r);
		let s = a ?? Ge.active(), c = this.startSpan(e, i, s), l = Fe(s, c);
		return Ge.with(l, o, void 0, c);
	}
};
function qe(e) {
	return typeof e == "object" && !!e && "spanId" in e && typeof e.spanId == "string" && "traceId" in e && typeof e.traceId == "string" && "traceFlags" in e && typeof e.traceFlags == "number";
}
// ../../../node_modules/@opentelemetry/api/build/esm/trace/ProxyTracer.js
var Je = new Ke(), Ye = class {
	constructor(e, t, n, r) {
		this._provider = e, this.name = t, this.version = n, this.options = r;
	}
	startSpan(e, t, n) {
		return this._getTracer().startSpan(e, t, n);
	}
	startActiveSpan(e, t, n, r) {
		let i = this._getTracer();
		return Reflect.apply(i.startActiveSpan, i, arguments);
	}
	_getTracer() {
		if (this._delegate) return this._delegate;
		let e = this._provider.getDelegateTracer(this.name, this.version, this.options);
		return e ? (this._delegate = e, this._delegate) : Je;
	}
}, Xe = new class {
	getTracer(e, t, n) {
		return new Ke();
	}
}(), Ze = class {
	getTracer(e, t, n) {
		return this.getDelegateTracer(e, t, n) ?? new Ye(this, e, t, n);
	}
	getDelegate() {
		return this._delegate ?? Xe;
	}
	setDelegate(e) {
		this._delegate = e;
	}
	getDelegateTracer(e, t, n) {
		return this._delegate?.getTracer(e, t, n);
	}
}, Qe;
(function(e) {
	e[e.NOT_RECORD = 0] = "NOT_RECORD", e[e.RECORD = 1] = "RECORD", e[e.RECORD_AND_SAMPLED = 2] = "RECORD_AND_SAMPLED";
})(Qe ||= {});
// ../../../node_modules/@opentelemetry/api/build/esm/trace/span_kind.js
var $e;
(function(e) {
	e[e.INTERNAL = 0] = "INTERNAL", e[e.SERVER = 1] = "SERVER", e[e.CLIENT = 2] = "CLIENT", e[e.PRODUCER = 3] = "PRODUCER", e[e.CONSUMER = 4] = "CONSUMER";
})($e ||= {});
// ../../../node_modules/@opentelemetry/api/build/esm/trace/status.js
var et;
(function(e) {
	e[e.UNSET = 0] = "UNSET", e[e.OK = 1] = "OK", e[e.ERROR = 2] = "ERROR";
})(et ||= {});
// ../../../node_modules/@opentelemetry/api/build/esm/context-api.js
var y = Oe.getInstance(), b = h.instance(), tt = new class {
	getMeter(e, t, n) {
		return me;
	}
}(), nt = "metrics", rt = class e {
	constructor() {}
	static getInstance() {
		return this._instance ||= new e(), this._instance;
	}
	setGlobalMeterProvider(e) {
		return s(nt, e, h.instance());
	}
	getMeterProvider() {
		return c(nt) || tt;
	}
	getMeter(e, t, n) {
		return this.getMeterProvider().getMeter(e, t, n);
	}
	disable() {
		l(nt, h.instance());
	}
}.getInstance(), it = class {
	inject(e, t) {}
	extract(e, t) {
		return e;
	}
	fields() {
		return [];
	}
}, at = _("OpenTelemetry Baggage Key");
function ot(e) {
	return e.getValue(at) || void 0;
}
function st() {
	return ot(Oe.getInstance().active());
}
function ct(e, t) {
	return e.setValue(at, t);
}
function lt(e) {
	return e.deleteValue(at);
}
// ../../../node_modules/@opentelemetry/api/build/esm/api/propagation.js
var ut = "propagation", dt = new it(), ft = class e {
	constructor() {
		this.createBaggage = ne, this.getBaggage = ot, this.getActiveBaggage = st, this.setBaggage = ct, this.deleteBaggage = lt;
	}
	static getInstance() {
		return this._instance ||= new e(), this._instance;
	}
	setGlobalPropagator(e) {
		return s(ut, e, h.instance());
	}
	inject(e, t, n = we) {
		return this._getGlobalPropagator().inject(e, t, n);
	}
	extract(e, t, n = Ce) {
		return this._getGlobalPropagator().extract(e, t, n);
	}
	fields() {
		return this._getGlobalPropagator().fields();
	}
	disable() {
		l(ut, h.instance());
	}
	_getGlobalPropagator() {
		return c(ut) || dt;
	}
}.getInstance(), pt = "trace", x = class e {
	constructor() {
		this._proxyTracerProvider = new Ze(), this.wrapSpanContext = We, this.isSpanContextValid = Ue, this.deleteSpan = Ie, this.getSpan = Ne, this.getActiveSpan = Pe, this.getSpanContext = Re, this.setSpan = Fe, this.setSpanContext = Le;
	}
	static getInstance() {
		return this._instance ||= new e(), this._instance;
	}
	setGlobalTracerProvider(e) {
		let t = s(pt, this._proxyTracerProvider, h.instance());
		return t && this._proxyTracerProvider.setDelegate(e), t;
	}
	getTracerProvider() {
		return c(pt) || this._proxyTracerProvider;
	}
	getTracer(e, t) {
		return this.getTracerProvider().getTracer(e, t);
	}
	disable() {
		l(pt, h.instance()), this._proxyTracerProvider = new Ze();
	}
}.getInstance(), mt = class {
	emit(e) {}
	enabled() {
		return !1;
	}
}, ht = new mt(), gt = Symbol.for("io.opentelemetry.js.api.logs"), _t = globalThis;
function vt(e, t, n) {
	return (r) => r === e ? t : n;
}
var yt = new class {
	getLogger(e, t, n) {
		return new mt();
	}
}(), bt = class {
	constructor(e, t, n, r) {
		this._provider = e, this.name = t, this.version = n, this.options = r;
	}
	emit(e) {
		this._getLogger().emit(e);
	}
	enabled(e) {
		return this._getLogger().enabled(e);
	}
	_getLogger() {
		if (this._delegate) return this._delegate;
		let e = this._provider._getDelegateLogger(this.name, this.version, this.options);
		return e ? (this._delegate = e, this._delegate) : ht;
	}
}, xt = class {
	getLogger(e, t, n) {
		return this._getDelegateLogger(e, t, n) ?? new bt(this, e, t, n);
	}
	_getDelegate() {
		return this._delegate ?? yt;
	}
	_setDelegate(e) {
		this._delegate = e;
	}
	_getDelegateLogger(e, t, n) {
		return this._delegate?.getLogger(e, t, n);
	}
}, St = class e {
	constructor() {
		this._proxyLoggerProvider = new xt();
	}
	static getInstance() {
		return this._instance ||= new e(), this._instance;
	}
	setGlobalLoggerProvider(e) {
		return _t[gt] ? this.getLoggerProvider() : (_t[gt] = vt(1, e, yt), this._proxyLoggerProvider._setDelegate(e), e);
	}
	getLoggerProvider() {
		return _t[gt]?.call(_t, 1) ?? this._proxyLoggerProvider;
	}
	getLogger(e, t, n) {
		return this.getLoggerProvider().getLogger(e, t, n);
	}
	disable() {
		delete _t[gt], this._proxyLoggerProvider = new xt();
	}
}.getInstance();
// ../../../node_modules/@opentelemetry/instrumentation/build/esm/autoLoaderUtils.js
function Ct(e, t, n, r) {
	for (let i = 0, a = e.length; i < a; i++) {
		let a = e[i];
		t && a.setTracerProvider(t), n && a.setMeterProvider(n), r && a.setLoggerProvider && a.setLoggerProvider(r), a.getConfig().enabled || a.enable();
	}
}
function wt(e) {
	e.forEach((e) => e.disable());
}
// ../../../node_modules/@opentelemetry/instrumentation/build/esm/autoLoader.js
function Tt(e) {
	let t = e.tracerProvider || x.getTracerProvider(), n = e.meterProvider || rt.getMeterProvider(), r = e.loggerProvider || St.getLoggerProvider(), i = e.instrumentations?.flat() ?? [];
	return Ct(i, t, n, r), () => {
		wt(i);
	};
}
// ../../../node_modules/@opentelemetry/instrumentation/build/esm/shimmer.js
var S = console.error.bind(console);
function Et(e, t, n) {
	let r = !!e[t] && Object.prototype.propertyIsEnumerable.call(e, t);
	Object.defineProperty(e, t, {
		configurable: !0,
		enumerable: r,
		writable: !0,
		value: n
	});
}
var Dt = (e, t, n) => {
	if (!e || !e[t]) {
		S("no original function " + String(t) + " to wrap");
		return;
	}
	if (!n) {
		S("no wrapper function"), S((/* @__PURE__ */ Error()).stack);
		return;
	}
	let r = e[t];
	if (typeof r != "function" || typeof n != "function") {
		S("original object and wrapper must be functions");
		return;
	}
	let i = n(r, t);
	return Et(i, "__original", r), Et(i, "__unwrap", () => {
		e[t] === i && Et(e, t, r);
	}), Et(i, "__wrapped", !0), Et(e, t, i), i;
}, Ot = (e, t, n) => {
	if (e) Array.isArray(e) || (e = [e]);
	else {
		S("must provide one or more modules to patch"), S((/* @__PURE__ */ Error()).stack);
		return;
	}
	t && Array.isArray(t) ? e.forEach((e) => {
		t.forEach((t) => {
			Dt(e, t, n);
		});
	}) : S("must provide one or more functions to wrap on modules");
}, kt = (e, t) => {
	if (!e || !e[t]) {
		S("no function to unwrap."), S((/* @__PURE__ */ Error()).stack);
		return;
	}
	let n = e[t];
	if (!n.__unwrap) S("no original to unwrap to -- has " + String(t) + " already been unwrapped?");
	else {
		n.__unwrap();
		return;
	}
}, At = (e, t) => {
	if (e) Array.isArray(e) || (e = [e]);
	else {
		S("must provide one or more modules to patch"), S((/* @__PURE__ */ Error()).stack);
		return;
	}
	t && Array.isArray(t) ? e.forEach((e) => {
		t.forEach((t) => {
			kt(e, t);
		});
	}) : S("must provide one or more functions to unwrap on modules");
}, jt = class {
	_config = {};
	_tracer;
	_meter;
	_logger;
	_diag;
	instrumentationName;
	instrumentationVersion;
	constructor(e, t, n) {
		this.instrumentationName = e, this.instrumentationVersion = t, this.setConfig(n), this._diag = b.createComponentLogger({ namespace: e }), this._tracer = x.getTracer(e, t), this._meter = rt.getMeter(e, t), this._logger = St.getLogger(e, t), this._updateMetricInstruments();
	}
	_wrap = Dt;
	_unwrap = kt;
	_massWrap = Ot;
	_massUnwrap = At;
	get meter() {
		return this._meter;
	}
	setMeterProvider(e) {
		this._meter = e.getMeter(this.instrumentationName, this.instrumentationVersion), this._updateMetricInstruments();
	}
	get logger() {
		return this._logger;
	}
	setLoggerProvider(e) {
		this._logger = e.getLogger(this.instrumentationName, this.instrumentationVersion);
	}
	getModuleDefinitions() {
		let e = this.init() ?? [];
		return Array.isArray(e) ? e : [e];
	}
	_updateMetricInstruments() {}
	getConfig() {
		return this._config;
	}
	setConfig(e) {
		this._config = {
			enabled: !0,
			...e
		};
	}
	setTracerProvider(e) {
		this._tracer = e.getTracer(this.instrumentationName, this.instrumentationVersion);
	}
	get tracer() {
		return this._tracer;
	}
	_runSpanCustomizationHook(e, t, n, r) {
		if (e) try {
			e(n, r);
		} catch (e) {
			this._diag.error("Error running span customization hook due to exception in handler", { triggerName: t }, e);
		}
	}
}, Mt = class extends jt {
	constructor(e, t, n) {
		super(e, t, n), this._config.enabled && this.enable();
	}
};
// ../../../node_modules/@opentelemetry/instrumentation/build/esm/utils.js
function Nt(e, t, n) {
	let r, i;
	try {
		i = e();
	} catch (e) {
		r = e;
	} finally {
		if (t(r, i), r && !n) throw r;
		return i;
	}
}
// ../../../node_modules/@opentelemetry/semantic-conventions/dist/stable_attributes.mjs
var Pt = "error.type", Ft = "exception.message", It = "exception.stacktrace", Lt = "exception.type", Rt = "http.request.method", zt = "http.request.method_original", Bt = "http.response.status_code", Vt = "server.address", Ht = "server.port", Ut = "service.name", Wt = "telemetry.sdk.language", Gt = "webjs", Kt = "telemetry.sdk.name", qt = "telemetry.sdk.version", Jt = "url.full", Yt = performance, Xt = 9, Zt = 10 ** 6, Qt = 10 ** Xt;
function $t(e) {
	let t = e / 1e3;
	return [Math.trunc(t), Math.round(e % 1e3 * Zt)];
}
function en(e) {
	return tn($t(Yt.timeOrigin), $t(typeof e == "number" ? e : Yt.now()));
}
function tn(e, t) {
	let n = [e[0] + t[0], e[1] + t[1]];
	return n[1] >= Qt && (n[1] -= Qt, n[0] += 1), n;
}
// ../../../node_modules/@opentelemetry/instrumentation-fetch/node_modules/@opentelemetry/core/build/esm/utils/url.js
function nn(e, t) {
	return typeof t == "string" ? e === t : !!e.match(t);
}
function rn(e, t) {
	if (!t) return !1;
	for (let n of t) if (nn(e, n)) return !0;
	return !1;
}
// ../../../node_modules/@opentelemetry/web-common/build/esm/enums/PerformanceTimingNames.js
var C;
(function(e) {
	e.CONNECT_END = "connectEnd", e.CONNECT_START = "connectStart", e.DECODED_BODY_SIZE = "decodedBodySize", e.DOM_COMPLETE = "domComplete", e.DOM_CONTENT_LOADED_EVENT_END = "domContentLoadedEventEnd", e.DOM_CONTENT_LOADED_EVENT_START = "domContentLoadedEventStart", e.DOM_INTERACTIVE = "domInteractive", e.DOMAIN_LOOKUP_END = "domainLookupEnd", e.DOMAIN_LOOKUP_START = "domainLookupStart", e.ENCODED_BODY_SIZE = "encodedBodySize", e.FETCH_START = "fetchStart", e.LOAD_EVENT_END = "loadEventEnd", e.LOAD_EVENT_START = "loadEventStart", e.NAVIGATION_START = "navigationStart", e.REDIRECT_END = "redirectEnd", e.REDIRECT_START = "redirectStart", e.REQUEST_START = "requestStart", e.RESPONSE_END = "responseEnd", e.RESPONSE_START = "responseStart", e.SECURE_CONNECTION_START = "secureConnectionStart", e.START_TIME = "startTime", e.UNLOAD_EVENT_END = "unloadEventEnd", e.UNLOAD_EVENT_START = "unloadEventStart";
})(C ||= {});
// ../../../node_modules/@opentelemetry/web-common/node_modules/@opentelemetry/core/build/esm/platform/browser/index.js
var an = performance, on = 9, sn = 10 ** 6, cn = 10 ** on;
function ln(e) {
	let t = e / 1e3;
	return [Math.trunc(t), Math.round(e % 1e3 * sn)];
}
function un(e) {
	return mn(ln(an.timeOrigin), ln(typeof e == "number" ? e : an.now()));
}
function dn(e) {
	if (pn(e)) return e;
	if (typeof e == "number") return e < an.timeOrigin / 2 ? un(e) : ln(e);
	if (e instanceof Date) return ln(e.getTime());
	throw TypeError("Invalid input type");
}
function fn(e) {
	return e[0] * cn + e[1];
}
function pn(e) {
	return Array.isArray(e) && e.length === 2 && typeof e[0] == "number" && typeof e[1] == "number";
}
function mn(e, t) {
	let n = [e[0] + t[0], e[1] + t[1]];
	return n[1] >= cn && (n[1] -= cn, n[0] += 1), n;
}
// ../../../node_modules/@opentelemetry/web-common/node_modules/@opentelemetry/core/build/esm/utils/url.js
function hn(e, t) {
	return typeof t == "string" ? e === t : !!e.match(t);
}
// ../../../node_modules/@opentelemetry/web-common/build/esm/utils-resource-timings.js
var gn;
function _n() {
	return gn ||= document.createElement("a"), gn;
}
function vn(e, t) {
	return t in e;
}
function yn(e, t, n, r = !0) {
	if (vn(n, t) && typeof n[t] == "number" && !(r && n[t] === 0)) return e.addEvent(t, n[t]);
}
function bn(e, t, n = !1, r) {
	r === void 0 && (r = t[C.START_TIME] !== 0), n || (yn(e, C.FETCH_START, t, r), yn(e, C.DOMAIN_LOOKUP_START, t, r), yn(e, C.DOMAIN_LOOKUP_END, t, r), yn(e, C.CONNECT_START, t, r), yn(e, C.SECURE_CONNECTION_START, t, r), yn(e, C.CONNECT_END, t, r), yn(e, C.REQUEST_START, t, r), yn(e, C.RESPONSE_START, t, r), yn(e, C.RESPONSE_END, t, r));
}
function xn(e) {
	return e.slice().sort((e, t) => {
		let n = e[C.FETCH_START], r = t[C.FETCH_START];
		return n > r ? 1 : n < r ? -1 : 0;
	});
}
function Sn() {
	return typeof location < "u" ? location.origin : void 0;
}
function Cn(e, t, n, r, i = /* @__PURE__ */ new WeakSet(), a) {
	let o = En(e);
	e = o.toString();
	let s = Tn(e, t, n, r, i, a);
	if (s.length === 0) return { mainRequest: void 0 };
	if (s.length === 1) return { mainRequest: s[0] };
	let c = xn(s);
	if (o.origin !== Sn() && c.length > 1) {
		let e = c[0], t = wn(c, e[C.RESPONSE_END], n), r = e[C.RESPONSE_END];
		return t[C.FETCH_START] < r && (t = e, e = void 0), {
			corsPreFlightRequest: e,
			mainRequest: t
		};
	}
	return { mainRequest: s[0] };
}
function wn(e, t, n) {
	let r = fn(n), i = fn(dn(t)), a = e[1], o, s = e.length;
	for (let t = 1; t < s; t++) {
		let n = e[t], s = fn(dn(n[C.FETCH_START])), c = r - fn(dn(n[C.RESPONSE_END]));
		s >= i && (!o || c < o) && (o = c, a = n);
	}
	return a;
}
function Tn(e, t, n, r, i, a) {
	let o = fn(t), s = fn(n), c = r.filter((t) => {
		let n = fn(dn(t[C.FETCH_START])), r = fn(dn(t[C.RESPONSE_END]));
		return t.initiatorType.toLowerCase() === (a || "xmlhttprequest") && t.name === e && n >= o && r <= s;
	});
	return c.length > 0 && (c = c.filter((e) => !i.has(e))), c;
}
function En(e) {
	if (typeof URL == "function") return new URL(e, typeof document < "u" ? document.baseURI : typeof location < "u" ? location.href : void 0);
	let t = _n();
	return t.href = e, t;
}
function Dn(e, t) {
	let n = t || [];
	return (typeof n == "string" || n instanceof RegExp) && (n = [n]), En(e).origin === Sn() || n.some((t) => hn(e, t));
}
// ../../../node_modules/@opentelemetry/instrumentation-fetch/build/esm/semconv.js
var On = "http.request.body.size", kn = b.createComponentLogger({ namespace: "@opentelemetry/opentelemetry-instrumentation-fetch/utils" });
function An(...e) {
	if (e[0] instanceof URL || typeof e[0] == "string") {
		let t = e[1];
		if (!t?.body) return Promise.resolve();
		if (t.body instanceof ReadableStream) {
			let { body: e, length: n } = jn(t.body);
			return t.body = e, n;
		}
		return Promise.resolve(Nn(t.body));
	}
	{
		let t = e[0];
		return t?.body ? t.clone().text().then((e) => Fn(e)) : Promise.resolve();
	}
}
function jn(e) {
	if (!e.pipeThrough) return kn.warn("Platform has ReadableStream but not pipeThrough!"), {
		body: e,
		length: Promise.resolve(void 0)
	};
	let t = 0, n, r = new Promise((e) => {
		n = e;
	}), i = new TransformStream({
		start() {},
		async transform(e, n) {
			let r = await e;
			t += r.byteLength, n.enqueue(e);
		},
		flush() {
			n(t);
		}
	});
	return {
		body: e.pipeThrough(i),
		length: r
	};
}
function Mn(e) {
	return typeof Document < "u" && e instanceof Document;
}
function Nn(e) {
	if (Mn(e)) return new XMLSerializer().serializeToString(document).length;
	if (typeof e == "string") return Fn(e);
	if (e instanceof Blob) return e.size;
	if (e instanceof FormData) return In(e);
	if (e instanceof URLSearchParams) return Fn(e.toString());
	if (e.byteLength !== void 0) return e.byteLength;
	kn.warn("unknown body type");
}
var Pn = new TextEncoder();
function Fn(e) {
	return Pn.encode(e).byteLength;
}
function In(e) {
	let t = 0;
	for (let [n, r] of e.entries()) t += n.length, r instanceof Blob ? t += r.size : t += r.length;
	return t;
}
function Ln(e) {
	let t = Bn(), n = e.toUpperCase();
	return n in t ? n : "_OTHER";
}
var Rn = {
	CONNECT: !0,
	DELETE: !0,
	GET: !0,
	HEAD: !0,
	OPTIONS: !0,
	PATCH: !0,
	POST: !0,
	PUT: !0,
	TRACE: !0,
	QUERY: !0
}, zn;
function Bn() {
	return zn === void 0 && (zn = Rn), zn;
}
var Vn = {
	"https:": "443",
	"http:": "80"
};
function Hn(e) {
	let t = Number(e.port || Vn[e.protocol]);
	if (t && !isNaN(t)) return t;
}
// ../../../node_modules/@opentelemetry/instrumentation-fetch/build/esm/version.js
var Un = "0.223.0", Wn = 300, Gn = typeof PerformanceObserver < "u", Kn = class extends Mt {
	component = "fetch";
	version = Un;
	moduleName = this.component;
	_usedResources = /* @__PURE__ */ new WeakSet();
	_tasksCount = 0;
	constructor(e = {}) {
		super("@opentelemetry/instrumentation-fetch", Un, e);
	}
	init() {}
	_addChildSpan(e, t) {
		let n = this.tracer.startSpan("CORS Preflight", { startTime: t[C.FETCH_START] }, x.setSpan(y.active(), e));
		bn(n, t, this.getConfig().ignoreNetworkEvents, void 0), n.end(t[C.RESPONSE_END]);
	}
	_addFinalSpanAttributes(e, t) {
		let n = En(t.url);
		e.setAttribute(Bt, t.status), e.setAttribute(Vt, n.hostname);
		let r = Hn(n);
		r && e.setAttribute(Ht, r);
	}
	_addHeaders(e, t) {
		if (!Dn(t, this.getConfig().propagateTraceHeaderCorsUrls)) {
			let e = {};
			ft.inject(y.active(), e), Object.keys(e).length > 0 && this._diag.debug("headers inject skipped due to CORS policy");
		} else if (e instanceof Request) ft.inject(y.active(), e.headers, { set: (e, t, n) => e.set(t, typeof n == "string" ? n : String(n)) });
		else {
			let t = new Headers(e.headers);
			ft.inject(y.active(), t, { set: (e, t, n) => e.set(t, typeof n == "string" ? n : String(n)) }), e.headers = t;
		}
	}
	_clearResources() {
		this._tasksCount === 0 && this.getConfig().clearTimingResources && (performance.clearResourceTimings(), this._usedResources = /* @__PURE__ */ new WeakSet());
	}
	_createSpan(e, t = {}) {
		if (rn(e, this.getConfig().ignoreUrls)) {
			this._diag.debug("ignoring span as url matches ignored url");
			return;
		}
		let n = {}, r = t.method, i = Ln(t.method || "GET"), a = i;
		return n[Rt] = i, i !== r && (n[zt] = r), n[Jt] = e, this.tracer.startSpan(a, {
			kind: $e.CLIENT,
			attributes: n
		});
	}
	_findResourceAndAddNetworkEvents(e, t, n) {
		let r = t.entries;
		if (!r.length) {
			if (!performance.getEntriesByType) return;
			r = performance.getEntriesByType("resource");
		}
		let i = Cn(t.spanUrl, t.startTime, n, r, this._usedResources, "fetch");
		if (i.mainRequest) {
			let t = i.mainRequest;
			this._markResourceAsUsed(t);
			let n = i.corsPreFlightRequest;
			n && (this._addChildSpan(e, n), this._markResourceAsUsed(n)), bn(e, t, this.getConfig().ignoreNetworkEvents, void 0);
		}
	}
	_markResourceAsUsed(e) {
		this._usedResources.add(e);
	}
	_endSpan(e, t, n) {
		let r = $t(Date.now()), i = en();
		this._addFinalSpanAttributes(e, n), n.status >= 400 && (e.setStatus({ code: et.ERROR }), e.setAttribute(Pt, String(n.status))), setTimeout(() => {
			t.observer?.disconnect(), this._findResourceAndAddNetworkEvents(e, t, i), this._tasksCount--, this._clearResources(), e.end(r);
		}, Wn);
	}
	_patchConstructor() {
		return (e) => {
			let t = this;
			return function(...n) {
				if (!t._isEnabled) return e.apply(this, n);
				let r = this, i = En(n[0] instanceof Request ? n[0].url : String(n[0])).href, a;
				a = n[0] instanceof Request ? n[1] == null ? n[0] : new Request(n[0], n[1]) : n[1] || {};
				let o = t._createSpan(i, a);
				if (!o) return e.apply(this, n);
				let s = t._prepareSpanData(i);
				t.getConfig().measureRequestSize && An(...n).then((e) => {
					e && o.setAttribute(On, e);
				}).catch((e) => {
					t._diag.warn("getFetchBodyLength", e);
				});
				function c(e, n) {
					t._applyAttributesAfterFetch(e, a, n), t._endSpan(e, s, {
						status: n.status || 0,
						statusText: n.message,
						url: i
					});
				}
				function l(e, n) {
					t._applyAttributesAfterFetch(e, a, n), n.status >= 200 && n.status < 400 ? t._endSpan(e, s, n) : t._endSpan(e, s, {
						status: n.status,
						statusText: n.statusText,
						url: i
					});
				}
				function u(e, n) {
					try {
						let t = n.clone().body;
						if (t) {
							let r = t.getReader(), i = () => {
								r.read().then(({ done: t }) => {
									t ? l(e, n) : i();
								}, (t) => {
									c(e, t);
								});
							};
							i();
						} else l(e, n);
					} catch (n) {
						t._diag.error("Failed to read fetch response body", n), t._endSpan(e, s, {
							status: 0,
							url: i
						});
					}
					return n;
				}
				function d(e, n) {
					try {
						c(e, n);
					} catch (r) {
						t._diag.error("Failed to end span on fetch error", r), t._endSpan(e, s, {
							status: n.status || 0,
							url: i
						});
					}
					throw n;
				}
				return y.with(x.setSpan(y.active(), o), () => (t._callRequestHook(o, a), t._addHeaders(a, i), t._tasksCount++, e.apply(r, a instanceof Request ? [a] : [i, a]).then(u.bind(r, o), d.bind(r, o))));
			};
		};
	}
	_applyAttributesAfterFetch(e, t, n) {
		let r = this.getConfig().applyCustomAttributesOnSpan;
		r && Nt(() => r(e, t, n), (e) => {
			e && this._diag.error("applyCustomAttributesOnSpan", e);
		}, !0);
	}
	_callRequestHook(e, t) {
		let n = this.getConfig().requestHook;
		n && Nt(() => n(e, t), (e) => {
			e && this._diag.error("requestHook", e);
		}, !0);
	}
	_prepareSpanData(e) {
		let t = en(), n = [];
		if (typeof PerformanceObserver != "function") return {
			entries: n,
			startTime: t,
			spanUrl: e
		};
		let r = new PerformanceObserver((t) => {
			t.getEntries().forEach((t) => {
				t.initiatorType === "fetch" && t.name === e && n.push(t);
			});
		});
		return r.observe({ entryTypes: ["resource"] }), {
			entries: n,
			observer: r,
			startTime: t,
			spanUrl: e
		};
	}
	enable() {
		if (!Gn) this._diag.warn("this instrumentation is intended for web usage only, it does not instrument server-side fetch()");
		else if (!this._isEnabled) {
			if (this._isFetchPatched) this._diag.debug("fetch constructor already patched"), this._isEnabled = !0;
			else try {
				this._wrap(globalThis, "fetch", this._patchConstructor()), this._isFetchPatched = !0, this._isEnabled = !0;
			} catch (e) {
				this._diag.warn("Failed to patch globalThis.fetch; instrumentation will not be enabled. Another script may have locked globalThis.fetch via Object.defineProperty.", e);
			}
		}
	}
	disable() {
		Gn && this._isEnabled && (this._isEnabled = !1, this._usedResources = /* @__PURE__ */ new WeakSet());
	}
}, qn = _("OpenTelemetry SDK Context Key SUPPRESS_TRACING");
function Jn(e) {
	return e.getValue(qn) === !0;
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/baggage/constants.js
var Yn = "baggage", Xn = 4096;
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/baggage/utils.js
function Zn(e) {
	return e.reduce((e, t) => {
		let n = `${e}${e === "" ? "" : ","}${t}`;
		return n.length > 8192 ? e : n;
	}, "");
}
function Qn(e) {
	return e.getAllEntries().map(([e, t]) => {
		let n = `${encodeURIComponent(e)}=${encodeURIComponent(t.value)}`;
		return t.metadata !== void 0 && (n += ";" + t.metadata.toString()), n;
	});
}
function $n(e) {
	if (!e) return;
	let t = e.indexOf(";"), n = t === -1 ? e : e.substring(0, t), r = n.indexOf("=");
	if (r <= 0) return;
	let i = n.substring(0, r).trim(), a = n.substring(r + 1).trim();
	if (!i || !a) return;
	let o, s;
	try {
		o = decodeURIComponent(i), s = decodeURIComponent(a);
	} catch {
		return;
	}
	let c;
	return t !== -1 && t < e.length - 1 && (c = re(e.substring(t + 1))), {
		key: o,
		value: s,
		metadata: c
	};
}
function er(e, t, n, r) {
	let i = 0;
	for (; i < e.length && n < 180;) {
		let a = e.indexOf(",", i), o = a === -1 ? e.length : a, s = o - i;
		if (s <= 4096) {
			let a = $n(e.substring(i, o));
			if (a) {
				let e = (n === 0 ? 0 : 1) + s;
				if (r + e > 8192) break;
				t[a.key] = a.metadata ? {
					value: a.value,
					metadata: a.metadata
				} : { value: a.value }, n++, r += e;
			}
		}
		if (a === -1) break;
		i = a + 1;
	}
	return [n, r];
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/baggage/propagation/W3CBaggagePropagator.js
var tr = class {
	inject(e, t, n) {
		let r = ft.getBaggage(e);
		if (!r || Jn(e)) return;
		let i = Zn(Qn(r).filter((e) => e.length <= Xn).slice(0, 180));
		i.length > 0 && n.set(t, Yn, i);
	}
	extract(e, t, n) {
		let r = n.get(t, Yn);
		if (!r) return e;
		let i = {}, a = 0, o = 0;
		if (Array.isArray(r)) for (let e = 0; e < r.length; e++) [a, o] = er(r[e], i, a, o);
		else [a] = er(r, i, a, o);
		return a === 0 ? e : ft.setBaggage(e, ft.createBaggage(i));
	}
	fields() {
		return [Yn];
	}
};
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/common/attributes.js
function nr(e) {
	let t = {};
	if (typeof e != "object" || !e) return t;
	for (let n in e) {
		if (!Object.prototype.hasOwnProperty.call(e, n)) continue;
		if (!rr(n)) {
			b.warn(`Invalid attribute key: ${n}`);
			continue;
		}
		let r = e[n];
		ir(r) ? t[n] = Array.isArray(r) ? r.slice() : r : b.warn(`Invalid attribute value set for key: ${n}`);
	}
	return t;
}
function rr(e) {
	return typeof e == "string" && e !== "";
}
function ir(e) {
	return e == null ? !0 : Array.isArray(e) ? ar(e) : or(typeof e);
}
function ar(e) {
	let t;
	for (let n of e) {
		if (n == null) continue;
		let e = typeof n;
		if (e !== t) {
			if (!t) {
				if (or(e)) {
					t = e;
					continue;
				}
				return !1;
			}
			return !1;
		}
	}
	return !0;
}
function or(e) {
	switch (e) {
		case "number":
		case "boolean":
		case "string": return !0;
	}
	return !1;
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/common/logging-error-handler.js
function sr() {
	return (e) => {
		b.error(cr(e));
	};
}
function cr(e) {
	return typeof e == "string" ? e : JSON.stringify(lr(e));
}
function lr(e) {
	let t = {}, n = e;
	for (; n !== null;) Object.getOwnPropertyNames(n).forEach((e) => {
		if (t[e]) return;
		let r = n[e];
		r && (t[e] = String(r));
	}), n = Object.getPrototypeOf(n);
	return t;
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/common/global-error-handler.js
var ur = sr();
function dr(e) {
	try {
		ur(e);
	} catch {}
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/version.js
var fr = "2.12.0", pr = "process.runtime.name", mr = {
	[Kt]: "opentelemetry",
	[pr]: "browser",
	[Wt]: Gt,
	[qt]: fr
}, hr = performance, gr = 9, _r = 10 ** 6, vr = 10 ** gr;
function yr(e) {
	let t = e / 1e3;
	return [Math.trunc(t), Math.round(e % 1e3 * _r)];
}
function br(e) {
	return wr(yr(hr.timeOrigin), yr(typeof e == "number" ? e : hr.now()));
}
function xr(e, t) {
	let n = t[0] - e[0], r = t[1] - e[1];
	return r < 0 && (--n, r += vr), [n, r];
}
function Sr(e) {
	return Array.isArray(e) && e.length === 2 && typeof e[0] == "number" && typeof e[1] == "number";
}
function Cr(e) {
	return Sr(e) || typeof e == "number" || e instanceof Date;
}
function wr(e, t) {
	let n = [e[0] + t[0], e[1] + t[1]];
	return n[1] >= vr && (n[1] -= vr, n[0] += 1), n;
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/propagation/composite.js
var Tr = class {
	_propagators;
	_fields;
	constructor(e = {}) {
		this._propagators = e.propagators ?? [];
		let t = /* @__PURE__ */ new Set();
		for (let e of this._propagators) {
			let n = typeof e.fields == "function" ? e.fields() : [];
			for (let e of n) t.add(e);
		}
		this._fields = Array.from(t);
	}
	inject(e, t, n) {
		for (let r of this._propagators) try {
			r.inject(e, t, n);
		} catch (e) {
			b.warn(`Failed to inject with ${r.constructor.name}. Err: ${e.message}`);
		}
	}
	extract(e, t, n) {
		return this._propagators.reduce((e, r) => {
			try {
				return r.extract(e, t, n);
			} catch (e) {
				b.warn(`Failed to extract with ${r.constructor.name}. Err: ${e.message}`);
			}
			return e;
		}, e);
	}
	fields() {
		return this._fields.slice();
	}
}, Er = "[_0-9a-z-*/]", Dr = RegExp(`^(?:${`[a-z]${Er}{0,255}`}|${`[a-z0-9]${Er}{0,240}@[a-z]${Er}{0,13}`})$`), Or = /^[ -~]{0,255}[!-~]$/, kr = /,|=/;
function Ar(e) {
	return Dr.test(e);
}
function jr(e) {
	return Or.test(e) && !kr.test(e);
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/trace/TraceState.js
var Mr = 32, Nr = 512, Pr = ",", Fr = "=", Ir = class e {
	_length;
	_rawTraceState;
	_internalState;
	constructor(e) {
		this._rawTraceState = typeof e == "string" ? e : "", this._length = this._rawTraceState.length;
	}
	set(e, t) {
		if (!Ar(e) || !jr(t)) return this;
		let n = this._getState(), r = n.get(e), i = this._length;
		if (i += typeof r == "string" ? t.length - r.length : e.length + t.length + (n.size > 0 ? 2 : 1), i > Nr) return this;
		let a = new Map(n);
		return a.delete(e), a.set(e, t), this._fromState(a, i);
	}
	unset(e) {
		let t = this._getState(), n = t.get(e);
		if (typeof n != "string") return this;
		let r = this._length - (e.length + n.length + 1);
		t.size > 1 && --r;
		let i = new Map(t);
		return i.delete(e), this._fromState(i, r);
	}
	get(e) {
		return this._getState().get(e);
	}
	serialize() {
		let e = "", t = 0;
		for (let n of this._getState()) t > 0 && (e = Pr + e), e = `${n[0]}${Fr}${n[1]}` + e, t++;
		return e;
	}
	_getState() {
		if (this._internalState) return this._internalState;
		let e = this._rawTraceState.split(Pr), t = /* @__PURE__ */ new Map(), n = 0;
		for (let r of e) {
			let e = r.trim(), i = e.indexOf(Fr);
			if (i === -1) continue;
			let a = e.slice(0, i), o = e.slice(i + 1);
			if (!Ar(a) || !jr(o)) continue;
			let s = n + e.length + +(t.size > 0);
			if (!(s > Nr) && (t.set(a, o), n = s, t.size >= Mr)) break;
		}
		return this._length = n, this._internalState = new Map(Array.from(t.entries()).reverse()), this._internalState;
	}
	_fromState(t, n) {
		let r = Object.create(e.prototype);
		return r._internalState = t, r._length = n, r;
	}
}, Lr = "traceparent", Rr = "tracestate", zr = "00", Br = /* @__PURE__ */ RegExp("^\\s?((?!ff)[\\da-f]{2})-((?![0]{32})[\\da-f]{32})-((?![0]{16})[\\da-f]{16})-([\\da-f]{2})(-.*)?\\s?$");
function Vr(e) {
	let t = Br.exec(e);
	return !t || t[1] === "00" && t[5] ? null : {
		traceId: t[2],
		spanId: t[3],
		traceFlags: parseInt(t[4], 16)
	};
}
var Hr = class {
	inject(e, t, n) {
		let r = x.getSpanContext(e);
		if (!r || Jn(e) || !Ue(r)) return;
		let i = `${zr}-${r.traceId}-${r.spanId}-0${Number(r.traceFlags || ke.NONE).toString(16)}`;
		n.set(t, Lr, i), r.traceState && n.set(t, Rr, r.traceState.serialize());
	}
	extract(e, t, n) {
		let r = n.get(t, Lr);
		if (!r) return e;
		let i = Array.isArray(r) ? r[0] : r;
		if (typeof i != "string") return e;
		let a = Vr(i);
		if (!a) return e;
		a.isRemote = !0;
		let o = n.get(t, Rr);
		if (o) {
			let e = Array.isArray(o) ? o.join(",") : o;
			a.traceState = new Ir(typeof e == "string" ? e : void 0);
		}
		return x.setSpanContext(e, a);
	}
	fields() {
		return [Lr, Rr];
	}
}, Ur = "[object Object]", Wr = "[object Null]", Gr = "[object Undefined]", Kr = Function.prototype.toString, qr = Kr.call(Object), Jr = Object.getPrototypeOf, Yr = Object.prototype, Xr = Yr.hasOwnProperty, Zr = Symbol ? Symbol.toStringTag : void 0, Qr = Yr.toString;
function $r(e) {
	if (!ei(e) || ti(e) !== Ur) return !1;
	let t = Jr(e);
	if (t === null) return !0;
	let n = Xr.call(t, "constructor") && t.constructor;
	return typeof n == "function" && n instanceof n && Kr.call(n) === qr;
}
function ei(e) {
	return typeof e == "object" && !!e;
}
function ti(e) {
	return e == null ? e === void 0 ? Gr : Wr : Zr && Zr in Object(e) ? ni(e) : ri(e);
}
function ni(e) {
	let t = Xr.call(e, Zr), n = e[Zr], r = !1;
	try {
		e[Zr] = void 0, r = !0;
	} catch {}
	let i = Qr.call(e);
	return r && (t ? e[Zr] = n : delete e[Zr]), i;
}
function ri(e) {
	return Qr.call(e);
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/core/build/esm/utils/merge.js
var ii = 20;
function ai(...e) {
	let t = e.shift(), n = /* @__PURE__ */ new WeakMap();
	for (; e.length > 0;) t = si(t, e.shift(), 0, n);
	return t;
}
function oi(e) {
	return li(e) ? e.slice() : e;
}
function si(e, t, n = 0, r) {
	let i;
	if (!(n > ii)) {
		if (n++, fi(e) || fi(t) || ui(t)) i = oi(t);
		else if (li(e)) {
			if (i = e.slice(), li(t)) for (let e = 0, n = t.length; e < n; e++) i.push(oi(t[e]));
			else if (di(t)) {
				let e = Object.keys(t);
				for (let n = 0, r = e.length; n < r; n++) {
					let r = e[n];
					r !== "__proto__" && r !== "constructor" && r !== "prototype" && (i[r] = oi(t[r]));
				}
			}
		} else if (di(e)) {
			if (di(t)) {
				if (!pi(e, t)) return t;
				i = Object.assign({}, e);
				let a = Object.keys(t);
				for (let o = 0, s = a.length; o < s; o++) {
					let s = a[o];
					if (s === "__proto__" || s === "constructor" || s === "prototype") continue;
					let c = t[s];
					if (fi(c)) c === void 0 ? delete i[s] : i[s] = c;
					else {
						let a = i[s], o = c;
						if (ci(e, s, r) || ci(t, s, r)) delete i[s];
						else {
							if (di(a) && di(o)) {
								let n = r.get(a) || [], i = r.get(o) || [];
								n.push({
									obj: e,
									key: s
								}), i.push({
									obj: t,
									key: s
								}), r.set(a, n), r.set(o, i);
							}
							i[s] = si(i[s], c, n, r);
						}
					}
				}
			} else i = t;
		}
		return i;
	}
}
function ci(e, t, n) {
	let r = n.get(e[t]) || [];
	for (let n = 0, i = r.length; n < i; n++) {
		let i = r[n];
		if (i.key === t && i.obj === e) return !0;
	}
	return !1;
}
function li(e) {
	return Array.isArray(e);
}
function ui(e) {
	return typeof e == "function";
}
function di(e) {
	return !fi(e) && !li(e) && !ui(e) && typeof e == "object";
}
function fi(e) {
	return typeof e == "string" || typeof e == "number" || typeof e == "boolean" || e === void 0 || e instanceof Date || e instanceof RegExp || e === null;
}
function pi(e, t) {
	return !(!$r(e) || !$r(t));
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/resources/build/esm/default-service-name.js
var mi;
function hi() {
	if (mi === void 0) try {
		let e = globalThis.process.argv0;
		mi = e ? `unknown_service:${e}` : "unknown_service";
	} catch {
		mi = "unknown_service";
	}
	return mi;
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/resources/build/esm/utils.js
var gi = (e) => typeof e == "object" && !!e && typeof e.then == "function", _i = class e {
	_rawAttributes;
	_asyncAttributesPending = !1;
	_schemaUrl;
	_memoizedAttributes;
	static FromAttributeList(t, n) {
		let r = new e({}, n);
		return r._rawAttributes = bi(t), r._asyncAttributesPending = t.filter(([e, t]) => gi(t)).length > 0, r;
	}
	constructor(e, t) {
		let n = e.attributes ?? {};
		this._rawAttributes = Object.entries(n).map(([e, t]) => (gi(t) && (this._asyncAttributesPending = !0), [e, t])), this._rawAttributes = bi(this._rawAttributes), this._schemaUrl = xi(t?.schemaUrl);
	}
	get asyncAttributesPending() {
		return this._asyncAttributesPending;
	}
	async waitForAsyncAttributes() {
		if (this.asyncAttributesPending) {
			for (let e = 0; e < this._rawAttributes.length; e++) {
				let [t, n] = this._rawAttributes[e];
				this._rawAttributes[e] = [t, gi(n) ? await n : n];
			}
			this._asyncAttributesPending = !1;
		}
	}
	get attributes() {
		if (this.asyncAttributesPending && b.error("Accessing resource attributes before async attributes settled"), this._memoizedAttributes) return this._memoizedAttributes;
		let e = {};
		for (let [t, n] of this._rawAttributes) gi(n) ? b.debug(`Unsettled resource attribute ${t} skipped`) : n != null && (e[t] ??= n);
		return this._asyncAttributesPending || (this._memoizedAttributes = e), e;
	}
	getRawAttributes() {
		return this._rawAttributes;
	}
	get schemaUrl() {
		return this._schemaUrl;
	}
	merge(t) {
		if (t == null) return this;
		let n = Si(this, t), r = n ? { schemaUrl: n } : void 0;
		return e.FromAttributeList([...t.getRawAttributes(), ...this.getRawAttributes()], r);
	}
};
function vi(e, t) {
	return _i.FromAttributeList(Object.entries(e), t);
}
function yi() {
	return vi({
		[Ut]: hi(),
		[Wt]: mr[Wt],
		[Kt]: mr[Kt],
		[qt]: mr[qt]
	});
}
function bi(e) {
	return e.map(([e, t]) => gi(t) ? [e, t.catch((t) => {
		b.debug("promise rejection for resource attribute: %s - %s", e, t);
	})] : [e, t]);
}
function xi(e) {
	if (typeof e == "string" || e === void 0) return e;
	b.warn("Schema URL must be string or undefined, got %s. Schema URL will be ignored.", e);
}
function Si(e, t) {
	let n = e?.schemaUrl, r = t?.schemaUrl, i = n === void 0 || n === "", a = r === void 0 || r === "";
	if (i) return r;
	if (a || n === r) return n;
	b.warn("Schema URL merge conflict: old resource has \"%s\", updating resource has \"%s\". Resulting resource will have undefined Schema URL.", n, r);
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/sdk-trace/build/esm/enums.js
var Ci = "exception", wi = Symbol.for("nodejs.util.inspect.custom");
function Ti(e) {
	let t = {};
	for (let [n, r] of e.getRawAttributes()) typeof r?.then != "function" && r != null && (t[n] ??= r);
	return t;
}
function Ei(e, t, n, r, i) {
	if (typeof n == "number" && n < 0) {
		let t = `[${e}]`;
		return r?.stylize ? r.stylize(t, "special") : t;
	}
	return typeof i != "function" || !r ? t : `${e} ${i(t, {
		...r,
		depth: r.depth == null ? r.depth : r.depth - 1
	})}`;
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/sdk-trace/build/esm/Span.js
var Di = class {
	_spanContext;
	kind;
	parentSpanContext;
	attributes = {};
	links = [];
	events = [];
	startTime;
	resource;
	instrumentationScope;
	_droppedAttributesCount = 0;
	_droppedEventsCount = 0;
	_droppedLinksCount = 0;
	_attributesCount = 0;
	name;
	status = { code: et.UNSET };
	endTime = [0, 0];
	_ended = !1;
	_duration = [-1, -1];
	_spanProcessor;
	_spanLimits;
	_attributeValueLengthLimit;
	_recordEndMetrics;
	_performanceStartTime;
	_performanceOffset;
	_startTimeProvided;
	constructor(e) {
		let t = Date.now();
		if (this._spanContext = e.spanContext, this._performanceStartTime = hr.now(), this._performanceOffset = t - (this._performanceStartTime + hr.timeOrigin), this._startTimeProvided = e.startTime != null, this._spanLimits = e.spanLimits, this._attributeValueLengthLimit = this._spanLimits.attributeValueLengthLimit ?? 0, this._spanProcessor = e.spanProcessor, this.name = e.name, this.parentSpanContext = e.parentSpanContext, this.kind = e.kind, e.links) for (let t of e.links) this.addLink(t);
		this.startTime = this._getTime(e.startTime ?? t), this.resource = e.resource, this.instrumentationScope = e.scope, this._recordEndMetrics = e.recordEndMetrics, e.attributes != null && this.setAttributes(e.attributes), this._spanProcessor.onStart(this, e.context);
	}
	spanContext() {
		return this._spanContext;
	}
	setAttribute(e, t) {
		if (t == null || this._isSpanEnded()) return this;
		if (e.length === 0) return b.warn(`Invalid attribute key: ${e}`), this;
		if (!ir(t)) return b.warn(`Invalid attribute value set for key: ${e}`), this;
		let { attributeCountLimit: n } = this._spanLimits, r = !Object.prototype.hasOwnProperty.call(this.attributes, e);
		return n !== void 0 && this._attributesCount >= n && r ? (this._droppedAttributesCount++, this) : (this.attributes[e] = this._truncateToSize(t), r && this._attributesCount++, this);
	}
	setAttributes(e) {
		for (let t in e) Object.prototype.hasOwnProperty.call(e, t) && this.setAttribute(t, e[t]);
		return this;
	}
	addEvent(e, t, n) {
		if (this._isSpanEnded()) return this;
		let { eventCountLimit: r } = this._spanLimits;
		if (r === 0) return b.warn("No events allowed."), this._droppedEventsCount++, this;
		r !== void 0 && this.events.length >= r && (this._droppedEventsCount === 0 && b.debug("Dropping extra events."), this.events.shift(), this._droppedEventsCount++), Cr(t) && (Cr(n) || (n = t), t = void 0);
		let i = nr(t), { attributePerEventCountLimit: a } = this._spanLimits, o = {}, s = 0, c = 0;
		for (let e in i) {
			if (!Object.prototype.hasOwnProperty.call(i, e)) continue;
			let t = i[e];
			a !== void 0 && c >= a ? s++ : (o[e] = this._truncateToSize(t), c++);
		}
		return this.events.push({
			name: e,
			attributes: o,
			time: this._getTime(n),
			droppedAttributesCount: s
		}), this;
	}
	addLink(e) {
		if (this._isSpanEnded()) return this;
		let { linkCountLimit: t } = this._spanLimits;
		if (t === 0) return this._droppedLinksCount++, this;
		t !== void 0 && this.links.length >= t && (this._droppedLinksCount === 0 && b.debug("Dropping extra links."), this.links.shift(), this._droppedLinksCount++);
		let { attributePerLinkCountLimit: n } = this._spanLimits, r = nr(e.attributes), i = {}, a = 0, o = 0;
		for (let e in r) {
			if (!Object.prototype.hasOwnProperty.call(r, e)) continue;
			let t = r[e];
			n !== void 0 && o >= n ? a++ : (i[e] = this._truncateToSize(t), o++);
		}
		let s = { context: e.context };
		return o > 0 && (s.attributes = i), a > 0 && (s.droppedAttributesCount = a), this.links.push(s), this;
	}
	addLinks(e) {
		for (let t of e) this.addLink(t);
		return this;
	}
	setStatus(e) {
		if (this._isSpanEnded() || e.code === et.UNSET || this.status.code === et.OK) return this;
		let t = { code: e.code };
		return e.code === et.ERROR && (typeof e.message == "string" ? t.message = e.message : e.message != null && b.warn(`Dropping invalid status.message of type '${typeof e.message}', expected 'string'`)), this.status = t, this;
	}
	updateName(e) {
		return this._isSpanEnded() || (this.name = e), this;
	}
	end(e) {
		this._isSpanEnded() ? b.error(`${this.name} ${this._spanContext.traceId}-${this._spanContext.spanId} - You can only call end() on a span once.`) : (this.endTime = this._getTime(e), this._duration = xr(this.startTime, this.endTime), this._duration[0] < 0 && (b.warn("Inconsistent start and end time, startTime > endTime. Setting span duration to 0ms.", this.startTime, this.endTime), this.endTime = this.startTime.slice(), this._duration = [0, 0]), this._droppedEventsCount > 0 && b.warn(`Dropped ${this._droppedEventsCount} events because eventCountLimit reached`), this._droppedLinksCount > 0 && b.warn(`Dropped ${this._droppedLinksCount} links because linkCountLimit reached`), this._spanProcessor.onEnding && this._spanProcessor.onEnding(this), this._recordEndMetrics?.(), this._ended = !0, this._spanProcessor.onEnd(this));
	}
	_getTime(e) {
		if (typeof e == "number" && e <= hr.now()) return br(e + this._performanceOffset);
		if (typeof e == "number") return yr(e);
		if (e instanceof Date) return yr(e.getTime());
		if (Sr(e)) return e;
		if (this._startTimeProvided) return yr(Date.now());
		let t = hr.now() - this._performanceStartTime;
		return wr(this.startTime, yr(t));
	}
	isRecording() {
		return this._ended === !1;
	}
	recordException(e, t) {
		let n = {};
		typeof e == "string" ? n[Ft] = e : e && (e.code ? n[Lt] = e.code.toString() : e.name && (n[Lt] = e.name), e.message && (n[Ft] = e.message), e.stack && (n[It] = e.stack)), n["exception.type"] || n["exception.message"] ? this.addEvent(Ci, n, t) : b.warn(`Failed to record an exception ${e}`);
	}
	get duration() {
		return this._duration;
	}
	get ended() {
		return this._ended;
	}
	get droppedAttributesCount() {
		return this._droppedAttributesCount;
	}
	get droppedEventsCount() {
		return this._droppedEventsCount;
	}
	get droppedLinksCount() {
		return this._droppedLinksCount;
	}
	_isSpanEnded() {
		if (this._ended) {
			let e = /* @__PURE__ */ Error(`Operation attempted on ended Span {traceId: ${this._spanContext.traceId}, spanId: ${this._spanContext.spanId}}`);
			b.warn(`Cannot execute the operation on ended Span {traceId: ${this._spanContext.traceId}, spanId: ${this._spanContext.spanId}}`, e);
		}
		return this._ended;
	}
	_truncateToLimitUtil(e, t) {
		return e.length <= t ? e : e.substring(0, t);
	}
	_truncateToSize(e) {
		let t = this._attributeValueLengthLimit;
		return t <= 0 ? (b.warn(`Attribute value limit must be positive, got ${t}`), e) : typeof e == "string" ? this._truncateToLimitUtil(e, t) : Array.isArray(e) ? e.map((e) => typeof e == "string" ? this._truncateToLimitUtil(e, t) : e) : e;
	}
	[wi](e, t, n) {
		return Ei("SpanImpl", {
			name: this.name,
			kind: this.kind,
			spanContext: this._spanContext,
			parentSpanContext: this.parentSpanContext,
			status: this.status,
			startTime: this.startTime,
			endTime: this.endTime,
			duration: this._duration,
			ended: this._ended,
			attributes: this.attributes,
			events: this.events,
			links: this.links,
			droppedAttributesCount: this._droppedAttributesCount,
			droppedEventsCount: this._droppedEventsCount,
			droppedLinksCount: this._droppedLinksCount,
			instrumentationScope: this.instrumentationScope,
			resource: { attributes: Ti(this.resource) }
		}, e, t, n);
	}
}, Oi;
(function(e) {
	e[e.NOT_RECORD = 0] = "NOT_RECORD", e[e.RECORD = 1] = "RECORD", e[e.RECORD_AND_SAMPLED = 2] = "RECORD_AND_SAMPLED";
})(Oi ||= {});
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/sdk-trace/build/esm/semconv.js
var ki = "otel.span.parent.origin", Ai = "otel.span.sampling_result", ji = "otel.sdk.span.live", Mi = "otel.sdk.span.started", Ni = class {
	startedSpans;
	liveSpans;
	constructor(e) {
		this.startedSpans = e.createCounter(Mi, {
			unit: "{span}",
			description: "The number of created spans."
		}), this.liveSpans = e.createUpDownCounter(ji, {
			unit: "{span}",
			description: "The number of currently live spans."
		});
	}
	startSpan(e, t) {
		let n = Fi(t);
		if (this.startedSpans.add(1, {
			[ki]: Pi(e),
			[Ai]: n
		}), t === Oi.NOT_RECORD) return () => {};
		let r = { [Ai]: n };
		return this.liveSpans.add(1, r), () => {
			this.liveSpans.add(-1, r);
		};
	}
};
function Pi(e) {
	return e ? e.isRemote ? "remote" : "local" : "none";
}
function Fi(e) {
	switch (e) {
		case Oi.RECORD_AND_SAMPLED: return "RECORD_AND_SAMPLE";
		case Oi.RECORD: return "RECORD_ONLY";
		case Oi.NOT_RECORD: return "DROP";
	}
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/sdk-trace/build/esm/version.js
var Ii = "2.12.0", Li = class {
	_sampler;
	_spanLimits;
	_idGenerator;
	instrumentationScope;
	_resource;
	_spanProcessor;
	_tracerMetrics;
	constructor(e, t) {
		this.instrumentationScope = e, this._sampler = t.sampler, this._spanLimits = t.spanLimits, this._resource = t.resource, this._idGenerator = t.idGenerator, this._spanProcessor = t.spanProcessor;
		let n = t.meterProvider.getMeter("@opentelemetry/sdk-trace", Ii);
		this._tracerMetrics = new Ni(n);
	}
	startSpan(e, t = {}, n = y.active()) {
		t.root && (n = x.deleteSpan(n));
		let r = x.getSpan(n);
		if (Jn(n)) return b.debug("Instrumentation suppressed, returning Noop Span"), x.wrapSpanContext(Ae);
		let i = r?.spanContext(), a = this._idGenerator.generateSpanId(), o, s, c;
		!i || !x.isSpanContextValid(i) ? s = this._idGenerator.generateTraceId() : (s = i.traceId, c = i.traceState, o = i);
		let l = t.kind ?? $e.INTERNAL, u = (t.links ?? []).map((e) => ({
			context: e.context,
			attributes: nr(e.attributes)
		})), d = nr(t.attributes), f = this._sampler.shouldSample(n, s, e, l, d, u), p = this._tracerMetrics.startSpan(i, f.decision);
		c = f.traceState ?? c;
		let m = f.decision === Qe.RECORD_AND_SAMPLED ? ke.SAMPLED : ke.NONE, h = {
			traceId: s,
			spanId: a,
			traceFlags: m,
			traceState: c
		};
		if (f.decision === Qe.NOT_RECORD) return b.debug("Recording is off, propagating context in a non-recording span"), x.wrapSpanContext(h);
		let g = nr(Object.assign(d, f.attributes));
		return new Di({
			resource: this._resource,
			scope: this.instrumentationScope,
			context: n,
			spanContext: h,
			name: e,
			kind: l,
			links: u,
			parentSpanContext: o,
			attributes: g,
			startTime: t.startTime,
			spanProcessor: this._spanProcessor,
			spanLimits: this._spanLimits,
			recordEndMetrics: p
		});
	}
	startActiveSpan(e, t, n, r) {
		let i, a, o;
		if (arguments.length < 2) return;
		arguments.length === 2 ? o = t : arguments.length === 3 ? (i = t, o = n) : (i = t, a = n, o = r);
		let s = a ?? y.active(), c = this.startSpan(e, i, s), l = x.setSpan(s, c);
		return y.with(l, o, void 0, c);
	}
	[wi](e, t, n) {
		return Ei("Tracer", {
			instrumentationScope: this.instrumentationScope,
			resource: { attributes: Ti(this._resource) },
			spanLimits: this._spanLimits
		}, e, t, n);
	}
}, Ri = class {
	_spanProcessors;
	constructor(e) {
		this._spanProcessors = e;
	}
	forceFlush() {
		let e = [];
		for (let t of this._spanProcessors) e.push(t.forceFlush());
		return new Promise((t) => {
			Promise.all(e).then(() => {
				t();
			}).catch((e) => {
				dr(e || /* @__PURE__ */ Error("MultiSpanProcessor: forceFlush failed")), t();
			});
		});
	}
	onStart(e, t) {
		for (let n of this._spanProcessors) n.onStart(e, t);
	}
	onEnding(e) {
		for (let t of this._spanProcessors) t.onEnding && t.onEnding(e);
	}
	onEnd(e) {
		for (let t of this._spanProcessors) t.onEnd(e);
	}
	shutdown() {
		let e = [];
		for (let t of this._spanProcessors) e.push(t.shutdown());
		return new Promise((t, n) => {
			Promise.all(e).then(() => {
				t();
			}, n);
		});
	}
}, zi = class {
	shouldSample() {
		return { decision: Oi.NOT_RECORD };
	}
	toString() {
		return "AlwaysOffSampler";
	}
}, Bi = class {
	shouldSample() {
		return { decision: Oi.RECORD_AND_SAMPLED };
	}
	toString() {
		return "AlwaysOnSampler";
	}
}, Vi = class {
	_root;
	_remoteParentSampled;
	_remoteParentNotSampled;
	_localParentSampled;
	_localParentNotSampled;
	constructor(e) {
		this._root = e.root, this._root ||= (dr(/* @__PURE__ */ Error("ParentBasedSampler must have a root sampler configured")), new Bi()), this._remoteParentSampled = e.remoteParentSampled ?? new Bi(), this._remoteParentNotSampled = e.remoteParentNotSampled ?? new zi(), this._localParentSampled = e.localParentSampled ?? new Bi(), this._localParentNotSampled = e.localParentNotSampled ?? new zi();
	}
	shouldSample(e, t, n, r, i, a) {
		let o = x.getSpanContext(e);
		return !o || !Ue(o) ? this._root.shouldSample(e, t, n, r, i, a) : o.isRemote ? o.traceFlags & ke.SAMPLED ? this._remoteParentSampled.shouldSample(e, t, n, r, i, a) : this._remoteParentNotSampled.shouldSample(e, t, n, r, i, a) : o.traceFlags & ke.SAMPLED ? this._localParentSampled.shouldSample(e, t, n, r, i, a) : this._localParentNotSampled.shouldSample(e, t, n, r, i, a);
	}
	toString() {
		return `ParentBased{root=${this._root.toString()}, remoteParentSampled=${this._remoteParentSampled.toString()}, remoteParentNotSampled=${this._remoteParentNotSampled.toString()}, localParentSampled=${this._localParentSampled.toString()}, localParentNotSampled=${this._localParentNotSampled.toString()}}`;
	}
}, Hi = 16, Ui = 8, Wi = new Uint8Array(Hi), Gi = new Uint8Array(Ui), Ki = Array.from({ length: 256 }, (e, t) => t.toString(16).padStart(2, "0"));
function qi(e) {
	for (let t = 0; t < e.length; t++) e[t] = Math.random() * 256 >>> 0;
	for (let t = 0; t < e.length; t++) if (e[t] > 0) return;
	e[e.length - 1] = 1;
}
function Ji(e) {
	let t = "";
	for (let n = 0; n < e.length; n++) t += Ki[e[n]];
	return t;
}
var Yi = class {
	generateTraceId() {
		return qi(Wi), Ji(Wi);
	}
	generateSpanId() {
		return qi(Gi), Ji(Gi);
	}
}, Xi;
(function(e) {
	e[e.resolved = 0] = "resolved", e[e.timeout = 1] = "timeout", e[e.error = 2] = "error", e[e.unresolved = 3] = "unresolved";
})(Xi ||= {});
var Zi = class {
	_resource;
	_activeSpanProcessor;
	_forceFlushTimeoutMillis;
	_tracerOptions;
	_tracers = /* @__PURE__ */ new Map();
	constructor(e = {}) {
		this._forceFlushTimeoutMillis = e.forceFlushTimeoutMillis ?? 3e4, this._resource = e.resource ?? yi();
		let t = e.spanProcessors ?? [];
		this._activeSpanProcessor = new Ri(t), this._tracerOptions = {
			resource: this._resource,
			sampler: e.sampler ?? new Vi({ root: new Bi() }),
			spanLimits: {
				attributeCountLimit: e.spanLimits?.attributeCountLimit ?? 128,
				attributeValueLengthLimit: e.spanLimits?.attributeValueLengthLimit ?? Infinity,
				eventCountLimit: e.spanLimits?.eventCountLimit ?? 128,
				linkCountLimit: e.spanLimits?.linkCountLimit ?? 128,
				attributePerEventCountLimit: e.spanLimits?.attributePerEventCountLimit ?? 128,
				attributePerLinkCountLimit: e.spanLimits?.attributePerLinkCountLimit ?? 128
			},
			idGenerator: e.idGenerator || new Yi(),
			spanProcessor: this._activeSpanProcessor,
			meterProvider: e.meterProvider ?? { getMeter() {
				return Se();
			} }
		};
	}
	getTracer(e, t, n) {
		let r = `${e}@${t || ""}:${n?.schemaUrl || ""}`;
		return this._tracers.has(r) || this._tracers.set(r, new Li({
			name: e,
			version: t,
			schemaUrl: n?.schemaUrl
		}, this._tracerOptions)), this._tracers.get(r);
	}
	forceFlush(e) {
		let t = e?.timeoutMillis ?? this._forceFlushTimeoutMillis, n = this._activeSpanProcessor._spanProcessors.map((e) => new Promise((n) => {
			let r, i = setTimeout(() => {
				n(/* @__PURE__ */ Error(`Span processor did not completed within timeout period of ${t} ms`)), r = Xi.timeout;
			}, t);
			e.forceFlush().then(() => {
				clearTimeout(i), r !== Xi.timeout && (r = Xi.resolved, n(r));
			}).catch((e) => {
				clearTimeout(i), r = Xi.error, n(e);
			});
		}));
		return new Promise((e, t) => {
			Promise.all(n).then((n) => {
				let r = n.filter((e) => e !== Xi.resolved);
				r.length > 0 ? t(r) : e();
			}).catch((e) => t([e]));
		});
	}
	shutdown() {
		return this._activeSpanProcessor.shutdown();
	}
	[wi](e, t, n) {
		let r = this._activeSpanProcessor._spanProcessors;
		return Ei("TracerProvider", {
			resource: { attributes: Ti(this._resource) },
			tracers: Array.from(this._tracers.keys()),
			spanProcessors: r.map((e) => e.constructor?.name ?? "SpanProcessor")
		}, e, t, n);
	}
}, Qi = class {
	_ratio;
	_upperBound;
	constructor(e = 0) {
		this._ratio = this._normalize(e), this._upperBound = this._ratio === 1 ? 4294967296 : Math.floor(this._ratio * 4294967295);
	}
	shouldSample(e, t) {
		return { decision: Ve(t) && this._accumulate(t) < this._upperBound ? Oi.RECORD_AND_SAMPLED : Oi.NOT_RECORD };
	}
	toString() {
		return `TraceIdRatioBased{${this._ratio}}`;
	}
	_normalize(e) {
		return typeof e != "number" || isNaN(e) ? 0 : e >= 1 ? 1 : e <= 0 ? 0 : e;
	}
	_accumulate(e) {
		let t = 0;
		for (let n = 0; n < 32; n += 8) {
			let r = 0;
			for (let t = 0; t < 8; t++) {
				let i = e.charCodeAt(n + t), a = i < 58 ? i - 48 : i < 71 ? i - 55 : i - 87;
				r = r << 4 | a;
			}
			t = (t ^ r) >>> 0;
		}
		return t;
	}
}, $i;
(function(e) {
	e.AlwaysOff = "always_off", e.AlwaysOn = "always_on", e.ParentBasedAlwaysOff = "parentbased_always_off", e.ParentBasedAlwaysOn = "parentbased_always_on", e.ParentBasedTraceIdRatio = "parentbased_traceidratio", e.TraceIdRatio = "traceidratio";
})($i ||= {});
var ea = 1;
function ta() {
	return {
		sampler: na(),
		forceFlushTimeoutMillis: 3e4,
		generalLimits: {
			attributeValueLengthLimit: Infinity,
			attributeCountLimit: 128
		},
		spanLimits: {
			attributeValueLengthLimit: Infinity,
			attributeCountLimit: 128,
			linkCountLimit: 128,
			eventCountLimit: 128,
			attributePerEventCountLimit: 128,
			attributePerLinkCountLimit: 128
		}
	};
}
function na() {
	let e = $i.ParentBasedAlwaysOn;
	switch (e) {
		case $i.AlwaysOn: return new Bi();
		case $i.AlwaysOff: return new zi();
		case $i.ParentBasedAlwaysOn: return new Vi({ root: new Bi() });
		case $i.ParentBasedAlwaysOff: return new Vi({ root: new zi() });
		case $i.TraceIdRatio: return new Qi(ra());
		case $i.ParentBasedTraceIdRatio: return new Vi({ root: new Qi(ra()) });
		default: return b.error(`OTEL_TRACES_SAMPLER value "${e}" invalid, defaulting to "${$i.ParentBasedAlwaysOn}".`), new Vi({ root: new Bi() });
	}
}
function ra() {
	return b.error(`OTEL_TRACES_SAMPLER_ARG is blank, defaulting to ${ea}.`), ea;
}
function ia(e) {
	let t = Object.assign({}, e.spanLimits);
	return t.attributeCountLimit = e.spanLimits?.attributeCountLimit ?? e.generalLimits?.attributeCountLimit ?? void 0 ?? void 0 ?? 128, t.attributeValueLengthLimit = e.spanLimits?.attributeValueLengthLimit ?? e.generalLimits?.attributeValueLengthLimit ?? void 0 ?? void 0 ?? Infinity, Object.assign({}, e, { spanLimits: t });
}
// ../../../node_modules/@opentelemetry/sdk-trace-web/node_modules/@opentelemetry/sdk-trace-base/build/esm/BasicTracerProvider-shim.js
var aa = class extends Zi {
	constructor(e = {}) {
		let t = ai({}, ta(), ia(e));
		delete t.generalLimits, super(t);
	}
}, oa = class {
	_enabled = !1;
	_currentContext = v;
	_bindFunction(e = v, t) {
		let n = this, r = function(...r) {
			return n.with(e, () => t.apply(this, r));
		};
		return Object.defineProperty(r, "length", {
			enumerable: !1,
			configurable: !0,
			writable: !1,
			value: t.length
		}), r;
	}
	active() {
		return this._currentContext;
	}
	bind(e, t) {
		return e === void 0 && (e = this.active()), typeof t == "function" ? this._bindFunction(e, t) : t;
	}
	disable() {
		return this._currentContext = v, this._enabled = !1, this;
	}
	enable() {
		return this._enabled || (this._enabled = !0, this._currentContext = v), this;
	}
	with(e, t, n, ...r) {
		let i = this._currentContext;
		this._currentContext = e || v;
		try {
			return t.call(n, ...r);
		} finally {
			this._currentContext = i;
		}
	}
};
// ../../../node_modules/@opentelemetry/sdk-trace-web/build/esm/WebTracerProvider.js
function sa(e) {
	if (e !== null) {
		if (e === void 0) {
			let e = new oa();
			e.enable(), y.setGlobalContextManager(e);
		} else e.enable(), y.setGlobalContextManager(e);
	}
}
function ca(e) {
	e !== null && (e === void 0 ? ft.setGlobalPropagator(new Tr({ propagators: [new Hr(), new tr()] })) : ft.setGlobalPropagator(e));
}
var la = class extends aa {
	constructor(e = {}) {
		super(e);
	}
	register(e = {}) {
		x.setGlobalTracerProvider(this), ca(e.propagator), sa(e.contextManager);
	}
}, w = typeof __SENTRY_DEBUG__ > "u" || __SENTRY_DEBUG__, T = globalThis, ua = "11.12.0";
// ../../../node_modules/@sentry/core/build/esm/carrier.js
function da() {
	return fa(T), T;
}
function fa(e) {
	let t = e.__SENTRY__ = e.__SENTRY__ || {};
	return t.version = t.version || "11.12.0", t[ua] = t["11.12.0"] || {};
}
function pa(e, t, n = T) {
	let r = n.__SENTRY__ = n.__SENTRY__ || {}, i = r[ua] = r["11.12.0"] || {};
	return i[e] || (i[e] = t());
}
// ../../../node_modules/@sentry/core/build/esm/utils/debug-logger.js
var ma = [
	"debug",
	"info",
	"warn",
	"error",
	"log",
	"assert",
	"trace"
], ha = "Sentry Logger ", ga = {};
function _a(e) {
	if (!("console" in T)) return e();
	let t = T.console, n = {}, r = Object.keys(ga);
	r.forEach((e) => {
		let r = ga[e];
		n[e] = t[e], t[e] = r;
	});
	try {
		return e();
	} finally {
		r.forEach((e) => {
			t[e] = n[e];
		});
	}
}
function va() {
	Ta().enabled = !0;
}
function ya() {
	Ta().enabled = !1;
}
function ba() {
	return Ta().enabled;
}
function xa(...e) {
	wa("log", ...e);
}
function Sa(...e) {
	wa("warn", ...e);
}
function Ca(...e) {
	wa("error", ...e);
}
function wa(e, ...t) {
	w && ba() && _a(() => {
		T.console[e](`${ha}[${e}]:`, ...t);
	});
}
function Ta() {
	return w ? pa("loggerSettings", () => ({ enabled: !1 })) : { enabled: !1 };
}
var E = {
	enable: va,
	disable: ya,
	isEnabled: ba,
	log: xa,
	warn: Sa,
	error: Ca
}, Ea = 50, Da = /\(error: (.*)\)/, Oa = /captureMessage|captureException/;
function ka(...e) {
	let t = e.sort((e, t) => e[0] - t[0]).map((e) => e[1]);
	return (e, n = 0, r = 0) => {
		let i = [], a = e.split("\n");
		for (let e = n; e < a.length; e++) {
			let n = a[e];
			n.length > 1024 && (n = n.slice(0, 1024));
			let o = Da.test(n) ? n.replace(Da, "$1") : n;
			if (!o.includes("Error: ")) {
				for (let e of t) {
					let t = e(o);
					if (t) {
						i.push(t);
						break;
					}
				}
				if (i.length >= Ea + r) break;
			}
		}
		return ja(i.slice(r));
	};
}
function Aa(e) {
	return Array.isArray(e) ? ka(...e) : e;
}
function ja(e) {
	if (!e.length) return [];
	let t = Array.from(e);
	return /sentryWrapped/.test(Ma(t).function || "") && t.pop(), t.reverse(), Oa.test(Ma(t).function || "") && (t.pop(), Oa.test(Ma(t).function || "") && t.pop()), t.slice(0, Ea).map((e) => ({
		...e,
		filename: e.filename || Ma(t).filename,
		function: e.function || "?"
	}));
}
function Ma(e) {
	return e[e.length - 1] || {};
}
var Na = "<anonymous>";
function Pa(e) {
	try {
		return !e || typeof e != "function" ? Na : e.name || Na;
	} catch {
		return Na;
	}
}
function Fa(e) {
	let t = e.exception;
	if (t) {
		let e = [];
		try {
			return t.values.forEach((t) => {
				t.stacktrace.frames && e.push(...t.stacktrace.frames);
			}), e;
		} catch {
			return;
		}
	}
}
// ../../../node_modules/@sentry/core/build/esm/instrument/handlers.js
var Ia = {}, La = {};
function Ra(e, t) {
	return Ia[e] = Ia[e] || [], Ia[e].push(t), () => {
		let n = Ia[e];
		if (n) {
			let e = n.indexOf(t);
			e !== -1 && n.splice(e, 1);
		}
	};
}
function za(e, t) {
	if (!La[e]) {
		La[e] = !0;
		try {
			t();
		} catch (t) {
			w && E.error(`Error while instrumenting ${e}`, t);
		}
	}
}
function D(e, t) {
	let n = e && Ia[e];
	if (n) for (let r of n) try {
		r(t);
	} catch (t) {
		w && E.error(`Error while triggering instrumentation handler.
Type: ${e}
Name: ${Pa(r)}
Error:`, t);
	}
}
// ../../../node_modules/@sentry/core/build/esm/instrument/globalError.js
var Ba = null;
function Va(e) {
	let t = "error";
	Ra(t, e), za(t, Ha);
}
function Ha() {
	Ba = T.onerror, T.onerror = function(e, t, n, r, i) {
		return D("error", {
			column: r,
			error: i,
			line: n,
			msg: e,
			url: t
		}), Ba ? Ba.apply(this, arguments) : !1;
	}, T.onerror.__SENTRY_INSTRUMENTED__ = !0;
}
// ../../../node_modules/@sentry/core/build/esm/instrument/globalUnhandledRejection.js
var Ua = null;
function Wa(e) {
	let t = "unhandledrejection";
	Ra(t, e), za(t, Ga);
}
function Ga() {
	Ua = T.onunhandledrejection, T.onunhandledrejection = function(e) {
		return D("unhandledrejection", e), !Ua || Ua.apply(this, arguments);
	}, T.onunhandledrejection.__SENTRY_INSTRUMENTED__ = !0;
}
// ../../../node_modules/@sentry/core/build/esm/utils/is.js
var Ka = Object.prototype.toString;
function qa(e) {
	switch (Ka.call(e)) {
		case "[object Error]":
		case "[object Exception]":
		case "[object DOMException]":
		case "[object WebAssembly.Exception]": return !0;
		default: return oo(e, Error);
	}
}
function Ja(e, t) {
	return Ka.call(e) === `[object ${t}]`;
}
function Ya(e) {
	return Ja(e, "ErrorEvent");
}
function Xa(e) {
	return Ja(e, "DOMError");
}
function Za(e) {
	return Ja(e, "DOMException");
}
function Qa(e) {
	return Ja(e, "String");
}
function $a(e) {
	return typeof e == "object" && !!e && "__sentry_template_string__" in e && "__sentry_template_values__" in e;
}
function eo(e) {
	return e === null || $a(e) || typeof e != "object" && typeof e != "function";
}
function to(e) {
	return Ja(e, "Object");
}
function no(e) {
	return typeof e == "object" && !!e;
}
function ro(e) {
	return typeof Event < "u" && oo(e, Event);
}
function io(e) {
	return Ja(e, "RegExp");
}
function ao(e) {
	return !!(e?.then && typeof e.then == "function");
}
function oo(e, t) {
	try {
		return e instanceof t;
	} catch {
		return !1;
	}
}
function so(e) {
	return typeof Request < "u" && oo(e, Request);
}
// ../../../node_modules/@sentry/core/build/esm/utils/object.js
function O(e, t, n) {
	if (!(t in e)) return;
	let r = e[t];
	if (typeof r != "function") return;
	let i = n(r);
	typeof i == "function" && co(i, r);
	try {
		e[t] = i;
	} catch {
		w && E.log(`Failed to replace method "${String(t)}" in object`, e);
	}
}
function k(e, t, n) {
	try {
		Object.defineProperty(e, t, {
			value: n,
			writable: !0,
			configurable: !0
		});
	} catch {
		w && E.log(`Failed to add non-enumerable property "${String(t)}" to object`, e);
	}
}
function co(e, t) {
	try {
		e.prototype = t.prototype = t.prototype || {}, k(e, "__sentry_original__", t);
	} catch {}
}
function lo(e) {
	return e.__sentry_original__;
}
function uo(e) {
	if (qa(e)) return {
		message: e.message,
		name: e.name,
		stack: e.stack,
		...fo(e)
	};
	if (ro(e)) {
		let { type: t, target: n, currentTarget: r, detail: i } = e;
		return {
			type: t,
			target: n,
			currentTarget: r,
			...i ? { detail: i } : {},
			...fo(e)
		};
	}
	return e;
}
function fo(e) {
	return no(e) ? Object.fromEntries(Object.entries(e)) : {};
}
function po(e) {
	let t = Object.keys(uo(e));
	return t.sort(), t[0] ? t.join(", ") : "[object has no keys]";
}
// ../../../node_modules/@sentry/core/build/esm/utils/randomSafeContext.js
var mo;
function ho(e) {
	if (mo !== void 0) return mo ? mo(e) : e();
	let t = /* @__PURE__ */ Symbol.for("__SENTRY_SAFE_RANDOM_ID_WRAPPER__"), n = T;
	return t in n && typeof n[t] == "function" ? (mo = n[t], mo(e)) : (mo = null, e());
}
function go() {
	return ho(() => Math.random());
}
function _o() {
	return ho(() => Date.now());
}
// ../../../node_modules/@sentry/core/build/esm/utils/normalizationHints.js
var vo = /* @__PURE__ */ Symbol.for("sentry.skipNormalization"), yo = /* @__PURE__ */ Symbol.for("sentry.overrideNormalizationDepth");
function bo(e) {
	return !!e[vo];
}
function xo(e) {
	let t = e[yo];
	return typeof t == "number" ? t : void 0;
}
// ../../../node_modules/@sentry/core/build/esm/utils/normalize.js
var So;
function Co(e) {
	So = e;
}
function wo(e, t = 100, n = Infinity) {
	try {
		return Do("", e, t, n);
	} catch (e) {
		return { ERROR: `**non-serializable** (${To(e)})` };
	}
}
function To(e) {
	try {
		return String(e);
	} catch {
		return "unknown error";
	}
}
function Eo(e, t = 3, n = 102400) {
	let r = wo(e, t);
	return jo(r) > n ? Eo(e, t - 1, n) : r;
}
function Do(e, t, n = Infinity, r = Infinity, i = Mo()) {
	let [a, o] = i;
	if (t == null || ["boolean", "string"].includes(typeof t) || typeof t == "number" && Number.isFinite(t)) return t;
	let s = Oo(e, t);
	if (!s.startsWith("[object ")) return s;
	if (bo(t)) return t;
	let c = xo(t), l = c === void 0 ? n : c;
	if (l === 0) return s.replace("object ", "");
	if (a(t)) return "[Circular ~]";
	let u = t;
	if (u && typeof u.toJSON == "function") try {
		return Do("", u.toJSON(), l - 1, r, i);
	} catch {}
	let d = Array.isArray(t) ? [] : {}, f = 0, p = uo(t);
	for (let e in p) {
		if (!Object.prototype.hasOwnProperty.call(p, e)) continue;
		if (f >= r) {
			d[e] = "[MaxProperties ~]";
			break;
		}
		let t = p[e];
		d[e] = Do(e, t, l - 1, r, i), f++;
	}
	return o(t), d;
}
function Oo(e, t) {
	try {
		if (So) {
			let e = So(t);
			if (e) return e;
		}
		return typeof global < "u" && t === global ? "[Global]" : typeof t == "number" && !Number.isFinite(t) ? `[${t}]` : typeof t == "function" ? `[Function: ${Pa(t)}]` : typeof t == "symbol" ? `[${String(t)}]` : typeof t == "bigint" ? `[BigInt: ${String(t)}]` : `[object ${ko(t)}]`;
	} catch (e) {
		return `**non-serializable** (${To(e)})`;
	}
}
function ko(e) {
	let t = Object.getPrototypeOf(e);
	return t?.constructor ? t.constructor.name : "null prototype";
}
function Ao(e) {
	return ~-encodeURI(e).split(/%..|./).length;
}
function jo(e) {
	return Ao(JSON.stringify(e));
}
function Mo() {
	let e = /* @__PURE__ */ new WeakSet();
	function t(t) {
		return e.has(t) ? !0 : (e.add(t), !1);
	}
	function n(t) {
		e.delete(t);
	}
	return [t, n];
}
// ../../../node_modules/@sentry/core/build/esm/utils/string.js
function No(e, t = 0) {
	return typeof e != "string" || t === 0 || e.length <= t ? e : `${e.slice(0, t)}...`;
}
function Po(e, t) {
	if (!Array.isArray(e)) return "";
	let n = [];
	for (let t = 0; t < e.length; t++) {
		let r = e[t];
		eo(r) ? n.push(String(r)) : r instanceof Error ? n.push(r.message ? `${r.name}: ${r.message}` : r.name) : n.push(Oo(void 0, r));
	}
	return n.join(t);
}
function Fo(e, t, n = !1) {
	return Qa(e) ? io(t) ? t.test(e) : Qa(t) ? n ? e === t : e.includes(t) : typeof t == "function" && t(e) : !1;
}
function Io(e, t = [], n = !1) {
	for (let r of t) if (Fo(e, r, n)) return !0;
	return !1;
}
// ../../../node_modules/@sentry/core/build/esm/utils/misc.js
function Lo() {
	let e = T;
	return e.crypto || e.msCrypto;
}
var Ro;
function zo() {
	return go() * 16;
}
function A(e = Lo()) {
	try {
		if (e?.randomUUID) return ho(() => e.randomUUID()).replace(/-/g, "");
	} catch {}
	return Ro ||= "10000000100040008000100000000000", Ro.replace(/[018]/g, (e) => (e ^ (zo() & 15) >> e / 4).toString(16));
}
function Bo(e) {
	return e.exception?.values?.[0];
}
function Vo(e) {
	let { message: t, event_id: n } = e;
	if (t) return t;
	let r = Bo(e);
	return r ? r.type && r.value ? `${r.type}: ${r.value}` : r.type || r.value || n || "<unknown>" : n || "<unknown>";
}
function Ho(e, t, n) {
	let r = e.exception = e.exception || {}, i = r.values = r.values || [], a = i[0] = i[0] || {};
	a.value ||= t || "", a.type ||= n || "Error";
}
function Uo(e, t) {
	let n = Bo(e);
	n && Go(n, t);
}
function Wo(e, t) {
	let n = e.exception?.values, r = n?.find((e) => e.mechanism?.exception_id === 0) ?? n?.[0];
	r && Go(r, t);
}
function Go(e, t) {
	let n = {
		type: "generic",
		handled: !0
	}, r = e.mechanism;
	e.mechanism = {
		...n,
		...r,
		...t
	}, t && "data" in t && (e.mechanism.data = {
		...r?.data,
		...t.data
	});
}
function Ko(e) {
	if (qo(e)) return !0;
	try {
		k(e, "__sentry_captured__", !0);
	} catch {}
	return !1;
}
function qo(e) {
	try {
		return e.__sentry_captured__;
	} catch {}
}
// ../../../node_modules/@sentry/core/build/esm/utils/time.js
var Jo = 1e3, Yo = 1e3, Xo = 100;
function Zo() {
	return _o() / Jo;
}
var Qo = [];
function $o() {
	let { performance: e } = T;
	if (!e?.now || !e.timeOrigin) return e?.now && (Qo = [{
		from: 0,
		origin: _o() - ho(() => e.now())
	}]), Zo;
	let t = e.timeOrigin;
	Qo = [{
		from: 0,
		origin: t
	}];
	let n = !0, r = 0;
	return () => ho(() => {
		let i = e.now(), a = Date.now();
		return Math.abs(t + i - a) > Yo && (t = a - i, n ? Qo = [{
			from: 0,
			origin: t
		}] : (Qo.push({
			from: r,
			origin: t
		}), Qo.length > Xo && Qo.splice(1, 1))), n = !1, r = i, (t + i) / Jo;
	});
}
function es() {
	let { performance: e } = T;
	return e?.now ? ho(() => e.now()) : void 0;
}
var ts, ns = !1;
function j(e, t = e) {
	let n = rs(t);
	return n == null ? void 0 : (n + e) / Jo;
}
function M() {
	return (ts ??= $o())();
}
function rs(e = 0) {
	ns || (ns = !0, Promise.resolve().then(() => {
		ns = !1;
	}), M());
	let t;
	for (let n of Qo) {
		if (t && n.from > e) break;
		t = n;
	}
	return t?.origin;
}
// ../../../node_modules/@sentry/core/build/esm/session.js
function is(e) {
	let t = M(), n = {
		sid: A(),
		init: !0,
		timestamp: t,
		started: t,
		duration: 0,
		status: "ok",
		errors: 0,
		ignoreDuration: !1,
		toJSON: () => ss(n)
	};
	return e && as(n, e), n;
}
function as(e, t = {}) {
	if (t.user && (!e.ipAddress && t.user.ip_address && (e.ipAddress = t.user.ip_address), !e.did && !t.did && (e.did = t.user.id || t.user.email || t.user.username)), e.timestamp = t.timestamp || M(), t.abnormal_mechanism && (e.abnormal_mechanism = t.abnormal_mechanism), t.ignoreDuration && (e.ignoreDuration = t.ignoreDuration), t.sid && (e.sid = t.sid.length === 32 ? t.sid : A()), t.init !== void 0 && (e.init = t.init), !e.did && t.did && (e.did = `${t.did}`), typeof t.started == "number" && (e.started = t.started), e.ignoreDuration) e.duration = void 0;
	else if (typeof t.duration == "number") e.duration = t.duration;
	else {
		let t = e.timestamp - e.started;
		e.duration = t >= 0 ? t : 0;
	}
	t.release && (e.release = t.release), t.environment && (e.environment = t.environment), !e.ipAddress && t.ipAddress && (e.ipAddress = t.ipAddress), !e.userAgent && t.userAgent && (e.userAgent = t.userAgent), typeof t.errors == "number" && (e.errors = t.errors), t.status && (e.status = t.status);
}
function os(e, t) {
	let n = {};
	t ? n = { status: t } : e.status === "ok" && (n = { status: "exited" }), as(e, n);
}
function ss(e) {
	return {
		sid: `${e.sid}`,
		init: e.init,
		started: (/* @__PURE__ */ new Date(e.started * 1e3)).toISOString(),
		timestamp: (/* @__PURE__ */ new Date(e.timestamp * 1e3)).toISOString(),
		status: e.status,
		errors: e.errors,
		did: typeof e.did == "number" || typeof e.did == "string" ? `${e.did}` : void 0,
		duration: e.duration,
		abnormal_mechanism: e.abnormal_mechanism,
		attrs: {
			release: e.release,
			environment: e.environment,
			ip_address: e.ipAddress,
			user_agent: e.userAgent
		}
	};
}
// ../../../node_modules/@sentry/core/build/esm/utils/merge.js
function cs(e, t, n = 2) {
	if (!t || typeof t != "object" || n <= 0) return t;
	if (e && Object.keys(t).length === 0) return e;
	let r = { ...e };
	for (let e in t) Object.prototype.hasOwnProperty.call(t, e) && (r[e] = cs(r[e], t[e], n - 1));
	return r;
}
// ../../../node_modules/@sentry/core/build/esm/utils/propagationContext.js
function ls() {
	return A();
}
function us() {
	return A().substring(16);
}
// ../../../node_modules/@sentry/core/build/esm/scope.js
var ds = 100, fs = class e {
	constructor() {
		this._notifyingListeners = !1, this._scopeListeners = [], this._eventProcessors = [], this._breadcrumbs = [], this._attachments = [], this._user = {}, this._tags = {}, this._attributes = {}, this._extra = {}, this._contexts = {}, this._sdkProcessingMetadata = {}, k(this, "refs", {}), this._propagationContext = {
			traceId: ls(),
			sampleRand: go()
		};
	}
	clone() {
		let t = new e();
		return t._breadcrumbs = [...this._breadcrumbs], t._tags = { ...this._tags }, t._attributes = { ...this._attributes }, t._extra = { ...this._extra }, t._contexts = { ...this._contexts }, this._contexts.flags && (t._contexts.flags = { values: [...this._contexts.flags.values] }), t._user = this._user, t._level = this._level, t._session = this._session, t._transactionName = this._transactionName, t._fingerprint = this._fingerprint, t._eventProcessors = [...this._eventProcessors], t._attachments = [...this._attachments], t._sdkProcessingMetadata = { ...this._sdkProcessingMetadata }, t._propagationContext = { ...this._propagationContext }, t._client = this._client, t._lastEventId = this._lastEventId, t._conversationId = this._conversationId, t.refs = { ...this.refs }, t;
	}
	setClient(e) {
		this._client = e;
	}
	setLastEventId(e) {
		this._lastEventId = e;
	}
	getClient() {
		return this._client;
	}
	lastEventId() {
		return this._lastEventId;
	}
	addScopeListener(e) {
		this._scopeListeners.push(e);
	}
	addEventProcessor(e) {
		return this._eventProcessors.push(e), this;
	}
	setUser(e) {
		return this._user = e || {
			email: void 0,
			id: void 0,
			ip_address: void 0,
			username: void 0
		}, this._session && as(this._session, { user: e }), this._notifyScopeListeners(), this;
	}
	getUser() {
		return this._user;
	}
	setConversationId(e) {
		return this._conversationId = e || void 0, this._notifyScopeListeners(), this;
	}
	setTags(e) {
		return this._tags = {
			...this._tags,
			...e
		}, this._notifyScopeListeners(), this;
	}
	setTag(e, t) {
		return this.setTags({ [e]: t });
	}
	setAttributes(e) {
		return this._attributes = {
			...this._attributes,
			...e
		}, this._notifyScopeListeners(), this;
	}
	setAttribute(e, t) {
		return this.setAttributes({ [e]: t });
	}
	removeAttribute(e) {
		return e in this._attributes && (delete this._attributes[e], this._notifyScopeListeners()), this;
	}
	setExtras(e) {
		return this._extra = {
			...this._extra,
			...e
		}, this._notifyScopeListeners(), this;
	}
	setExtra(e, t) {
		return this._extra = {
			...this._extra,
			[e]: t
		}, this._notifyScopeListeners(), this;
	}
	setFingerprint(e) {
		return this._fingerprint = e, this._notifyScopeListeners(), this;
	}
	setLevel(e) {
		return this._level = e, this._notifyScopeListeners(), this;
	}
	setTransactionName(e) {
		return this._transactionName = e, this._notifyScopeListeners(), this;
	}
	setContext(e, t) {
		return t === null ? delete this._contexts[e] : this._contexts[e] = t, this._notifyScopeListeners(), this;
	}
	setSession(e) {
		return e ? this._session = e : delete this._session, this._notifyScopeListeners(), this;
	}
	getSession() {
		return this._session;
	}
	update(t) {
		if (!t) return this;
		let n = typeof t == "function" ? t(this) : t, { tags: r, attributes: i, extra: a, user: o, contexts: s, level: c, fingerprint: l = [], propagationContext: u, conversationId: d } = (n instanceof e ? n.getScopeData() : to(n) ? t : void 0) || {};
		return this._tags = {
			...this._tags,
			...r
		}, this._attributes = {
			...this._attributes,
			...i
		}, this._extra = {
			...this._extra,
			...a
		}, this._contexts = {
			...this._contexts,
			...s
		}, o && Object.keys(o).length && (this._user = o), c && (this._level = c), l.length && (this._fingerprint = l), u && (this._propagationContext = u), d && (this._conversationId = d), this;
	}
	addBreadcrumb(e, t) {
		let n = typeof t == "number" ? t : ds;
		if (n <= 0) return this;
		let r = {
			timestamp: Zo(),
			...e,
			message: e.message ? No(e.message, 2048) : e.message
		};
		return this._breadcrumbs.push(r), this._breadcrumbs.length > n && (this._breadcrumbs = this._breadcrumbs.slice(-n)), this._notifyScopeListeners(), this;
	}
	getLastBreadcrumb() {
		return this._breadcrumbs[this._breadcrumbs.length - 1];
	}
	clearBreadcrumbs() {
		return this._breadcrumbs = [], this._notifyScopeListeners(), this;
	}
	addAttachment(e) {
		return this._attachments.push(e), this;
	}
	clearAttachments() {
		return this._attachments = [], this;
	}
	getScopeData() {
		return {
			breadcrumbs: this._breadcrumbs,
			attachments: this._attachments,
			contexts: this._contexts,
			tags: this._tags,
			attributes: this._attributes,
			extra: this._extra,
			user: this._user,
			level: this._level,
			fingerprint: this._fingerprint || [],
			eventProcessors: this._eventProcessors,
			propagationContext: this._propagationContext,
			sdkProcessingMetadata: this._sdkProcessingMetadata,
			transactionName: this._transactionName,
			conversationId: this._conversationId
		};
	}
	setSDKProcessingMetadata(e) {
		return this._sdkProcessingMetadata = cs(this._sdkProcessingMetadata, e, 2), this;
	}
	setPropagationContext(e) {
		return this._propagationContext = e, this;
	}
	getPropagationContext() {
		return this._propagationContext;
	}
	captureException(e, t) {
		let n = t?.event_id || A();
		if (!this._client) return w && E.warn("No client configured on scope - will not capture exception!"), n;
		let r = /* @__PURE__ */ Error("Sentry syntheticException");
		return this._client.captureException(e, {
			originalException: e,
			syntheticException: r,
			...t,
			event_id: n
		}, this), n;
	}
	captureMessage(e, t, n) {
		let r = n?.event_id || A();
		if (!this._client) return w && E.warn("No client configured on scope - will not capture message!"), r;
		let i = n?.syntheticException ?? Error(e);
		return this._client.captureMessage(e, t, {
			originalException: e,
			syntheticException: i,
			...n,
			event_id: r
		}, this), r;
	}
	captureEvent(e, t) {
		let n = e.event_id || t?.event_id || A();
		return this._client ? (this._client.captureEvent(e, {
			...t,
			event_id: n
		}, this), n) : (w && E.warn("No client configured on scope - will not capture event!"), n);
	}
	_notifyScopeListeners() {
		this._notifyingListeners ||= (this._notifyingListeners = !0, this._scopeListeners.forEach((e) => {
			e(this);
		}), !1);
	}
};
// ../../../node_modules/@sentry/core/build/esm/defaultScopes.js
function ps() {
	return pa("defaultCurrentScope", () => new fs());
}
function ms() {
	return pa("defaultIsolationScope", () => new fs());
}
// ../../../node_modules/@sentry/core/build/esm/tracing/constants.js
var hs = "__SENTRY_SUPPRESS_TRACING__", gs = (e) => e instanceof Promise && !e[_s], _s = /* @__PURE__ */ Symbol("chained PromiseLike"), vs = (e, t, n) => {
	let r = e.then((e) => (t(e), e), (e) => {
		throw n(e), e;
	});
	return gs(r) && gs(e) ? r : ys(e, r);
}, ys = (e, t) => {
	if (!t) return e;
	let n = !1;
	for (let r in e) {
		if (r in t) continue;
		n = !0;
		let i = e[r];
		typeof i == "function" ? Object.defineProperty(t, r, {
			value: (...t) => i.apply(e, t),
			enumerable: !0,
			configurable: !0,
			writable: !0
		}) : t[r] = i;
	}
	return n && Object.assign(t, { [_s]: !0 }), t;
}, bs = class {
	constructor(e, t) {
		let n;
		n = e || new fs();
		let r;
		r = t || new fs(), this._stack = [{ scope: n }], this._isolationScope = r;
	}
	withScope(e) {
		let t = this._pushScope(), n;
		try {
			n = e(t);
		} catch (e) {
			throw this._popScope(), e;
		}
		return ao(n) ? vs(n, () => this._popScope(), () => this._popScope()) : (this._popScope(), n);
	}
	getClient() {
		return this.getStackTop().client;
	}
	getScope() {
		return this.getStackTop().scope;
	}
	getIsolationScope() {
		return this._isolationScope;
	}
	getStackTop() {
		return this._stack[this._stack.length - 1];
	}
	_pushScope() {
		let e = this.getScope().clone();
		return this._stack.push({
			client: this.getClient(),
			scope: e
		}), e;
	}
	_popScope() {
		return this._stack.length <= 1 ? !1 : !!this._stack.pop();
	}
};
function xs() {
	let e = fa(da());
	return e.stack = e.stack || new bs(ps(), ms());
}
function Ss(e) {
	return xs().withScope(e);
}
function Cs(e, t) {
	let n = xs();
	return n.withScope(() => (n.getStackTop().scope = e, t(e)));
}
function ws(e) {
	return xs().withScope(() => e(xs().getIsolationScope()));
}
function Ts() {
	return {
		suppressTracing: Es,
		withIsolationScope: ws,
		withScope: Ss,
		withSetScope: Cs,
		withSetIsolationScope: (e, t) => ws(t),
		getCurrentScope: () => xs().getScope(),
		getIsolationScope: () => xs().getIsolationScope()
	};
}
function Es(e) {
	return Ss((t) => {
		t.setSDKProcessingMetadata({ [hs]: !0 });
		let n = e();
		return t.setSDKProcessingMetadata({ [hs]: void 0 }), n;
	});
}
// ../../../node_modules/@sentry/core/build/esm/asyncContext/index.js
function Ds(e) {
	let t = fa(e);
	return t.acs ? t.acs : Ts();
}
// ../../../node_modules/@sentry/core/build/esm/attributes.js
function Os(e) {
	return typeof e == "object" && !!e && !Array.isArray(e) && Object.keys(e).includes("value");
}
function ks(e, t) {
	let { value: n, unit: r } = Os(e) ? e : {
		value: e,
		unit: void 0
	}, i = Ns(n), a = r && typeof r == "string" ? { unit: r } : {};
	if (i) return {
		...i,
		...a
	};
	if (!t || t === "skip-undefined" && n === void 0) return;
	let o = "";
	try {
		o = JSON.stringify(n) ?? "";
	} catch {}
	return {
		value: o,
		type: "string",
		...a
	};
}
function As(e, t = !1) {
	let n = {};
	for (let [r, i] of Object.entries(e ?? {})) {
		let e = ks(i, t);
		e && (n[r] = e);
	}
	return n;
}
function js(e) {
	if (!e) return 0;
	let t = 0;
	for (let [n, r] of Object.entries(e)) {
		t += n.length * 2, t += r.type.length * 2, t += (r.unit?.length ?? 0) * 2;
		let e = r.value;
		Array.isArray(e) ? t += Ms(e[0]) * e.length : eo(e) ? t += Ms(e) : t += 100;
	}
	return t;
}
function Ms(e) {
	return typeof e == "string" ? e.length * 2 : typeof e == "boolean" ? 4 : typeof e == "number" ? 8 : 0;
}
function Ns(e) {
	if (Array.isArray(e)) return {
		value: e,
		type: "array"
	};
	let t = typeof e == "string" ? "string" : typeof e == "boolean" ? "boolean" : typeof e == "number" && !Number.isNaN(e) ? Number.isInteger(e) ? "integer" : "double" : null;
	if (t) return {
		value: e,
		type: t
	};
}
// ../../../node_modules/@sentry/core/build/esm/currentScopes.js
function Ps() {
	return fa(da()).externalPropagationContextProvider?.();
}
function Fs() {
	return fa(da()).externalPropagationContextProvider !== void 0;
}
function N() {
	return Ds(da()).getCurrentScope();
}
function Is() {
	return Ds(da()).getIsolationScope();
}
function Ls() {
	return pa("globalScope", () => new fs());
}
function Rs(...e) {
	let t = Ds(da());
	if (e.length === 2) {
		let [n, r] = e;
		return n ? t.withSetScope(n, r) : t.withScope(r);
	}
	return t.withScope(e[0]);
}
function P() {
	return N().getClient();
}
function zs(e) {
	let t = Ps();
	if (t) return {
		trace_id: t.traceId,
		span_id: t.spanId
	};
	let { traceId: n, parentSpanId: r, propagationSpanId: i } = e.getPropagationContext(), a = {
		trace_id: n,
		span_id: i || us()
	};
	return r && (a.parent_span_id = r), a;
}
// ../../../node_modules/@sentry/conventions/dist/attributes.mjs
var Bs = "angular.version", Vs = "browser.navigation.id", Hs = "browser.navigation.type", Us = "browser.paint.type", Ws = "browser.performance.navigation.activation_start", Gs = "browser.performance.time_origin", Ks = "browser.script.invoker", qs = "browser.script.invoker_type", Js = "browser.script.source_char_position", Ys = "browser.web_vital.lcp.element", Xs = "browser.web_vital.ttfb.request_time", Zs = "code.file.path", Qs = "code.function.name", $s = "connectionType", ec = "culture.calendar", tc = "culture.locale", nc = "culture.timezone", rc = "deviceMemory", ic = "device.memory.estimated_capacity", ac = "device.processor_count", oc = "effectiveConnectionType", sc = "gen_ai.conversation.id", cc = "hardwareConcurrency", lc = "http.request.connection_end", uc = "http.request.connect_start", dc = "http.request.domain_lookup_end", fc = "http.request.domain_lookup_start", pc = "http.request.fetch_start", mc = "http.request.method", hc = "http.request.redirect_end", gc = "http.request.redirect_start", _c = "http.request.request_start", vc = "http.request.response_end", yc = "http.request.response_start", bc = "http.request.same_origin", xc = "http.request.secure_connection_start", Sc = "http.request.time_to_first_byte", Cc = "http.request.worker_start", wc = "http.response.body.decoded_size", Tc = "http.response.body.size", Ec = "http.response.size", Dc = "http.response.status_code", Oc = "lcp.element", kc = "lcp.id", Ac = "lcp.loadTime", jc = "lcp.renderTime", Mc = "lcp.size", Nc = "lcp.url", Pc = "network.connection.effective_type", Fc = "network.connection.rtt", Ic = "network.connection.type", Lc = "network.protocol.name", Rc = "network.protocol.version", zc = "performance.activationStart", Bc = "performance.timeOrigin", Vc = "react.version", Hc = "resource.render_blocking_status", Uc = "sentry.cancellation_reason", Wc = "sentry.environment", Gc = "sentry.exclusive_time", Kc = "sentry.idle_span_finish_reason", qc = "sentry.is_localhost", Jc = "sentry.link.type", F = "sentry.op", I = "sentry.origin", Yc = "sentry.pageload.span_id", Xc = "sentry.profiler_id", Zc = "sentry.profile_id", Qc = "sentry.release", $c = "sentry.replay_id", el = "sentry.sdk.integrations", tl = "sentry.sdk.name", nl = "sentry.sdk.version", rl = "sentry.segment.id", il = "sentry.segment.name", al = "sentry.segment.name.source", ol = "sentry.trace_lifecycle", sl = "sentry.transaction", cl = "server.address", ll = "server.port", ul = "state.type", dl = "ui.component_name", fl = "url.domain", pl = "url.fragment", ml = "url.full", hl = "url.path", gl = "url.query", _l = "url.scheme", vl = "user_agent.original", yl = "user.email", bl = "user.id", xl = "user.ip_address", Sl = "user.name", Cl = "sentry.sample_rate", wl = "sentry.previous_trace_sample_rate", Tl = "sentry.measurement_unit", El = "sentry.measurement_value", Dl = "sentry.custom_span_name", Ol = [
	"ok",
	"deadline_exceeded",
	"unauthenticated",
	"permission_denied",
	"not_found",
	"resource_exhausted",
	"invalid_argument",
	"unimplemented",
	"unavailable",
	"internal_error",
	"unknown_error",
	"cancelled",
	"already_exists",
	"failed_precondition",
	"aborted",
	"out_of_range",
	"data_loss"
];
function kl(e) {
	return e !== "ok" && Ol.includes(e);
}
function Al(e) {
	if (e < 400 && e >= 100) return { code: 1 };
	if (e >= 400 && e < 500) switch (e) {
		case 401: return {
			code: 2,
			message: "unauthenticated"
		};
		case 403: return {
			code: 2,
			message: "permission_denied"
		};
		case 404: return {
			code: 2,
			message: "not_found"
		};
		case 409: return {
			code: 2,
			message: "already_exists"
		};
		case 413: return {
			code: 2,
			message: "failed_precondition"
		};
		case 429: return {
			code: 2,
			message: "resource_exhausted"
		};
		case 499: return {
			code: 2,
			message: "cancelled"
		};
		default: return {
			code: 2,
			message: "invalid_argument"
		};
	}
	if (e >= 500 && e < 600) switch (e) {
		case 501: return {
			code: 2,
			message: "unimplemented"
		};
		case 503: return {
			code: 2,
			message: "unavailable"
		};
		case 504: return {
			code: 2,
			message: "deadline_exceeded"
		};
		default: return {
			code: 2,
			message: "internal_error"
		};
	}
	return {
		code: 2,
		message: "internal_error"
	};
}
function jl(e, t) {
	e.setAttribute(Dc, t);
	let n = Al(t);
	n.message !== "unknown_error" && e.setStatus(n);
}
// ../../../node_modules/@sentry/core/build/esm/utils/weakRef.js
function Ml(e) {
	try {
		let t = T.WeakRef;
		if (typeof t == "function") return new t(e);
	} catch {}
	return e;
}
function Nl(e) {
	if (e) {
		if (typeof e == "object" && "deref" in e && typeof e.deref == "function") try {
			return e.deref();
		} catch {
			return;
		}
		return e;
	}
}
// ../../../node_modules/@sentry/core/build/esm/tracing/utils.js
var Pl = "_sentryScope", Fl = "_sentryIsolationScope", Il = /* @__PURE__ */ Symbol.for("sentry.tracerProviderSpan");
function Ll(e, t, n) {
	e && (k(e, Fl, Ml(n)), k(e, Pl, t));
}
function Rl(e) {
	let t = e;
	return {
		scope: t[Pl],
		isolationScope: Nl(t[Fl])
	};
}
function zl(e) {
	return e[Il] === !0;
}
// ../../../node_modules/@sentry/core/build/esm/utils/baggage.js
var Bl = "sentry-";
function Vl(e) {
	let t = Ul(e);
	if (!t) return;
	let n = Object.entries(t).reduce((e, [t, n]) => {
		if (t.startsWith("sentry-")) {
			let r = t.slice(7);
			e[r] = n;
		}
		return e;
	}, {});
	if (Object.keys(n).length > 0) return n;
}
function Hl(e) {
	if (e) return Gl(Object.entries(e).reduce((e, [t, n]) => (n && (e[`${Bl}${t}`] = n), e), {}));
}
function Ul(e) {
	if (e && (Qa(e) || Array.isArray(e))) return Array.isArray(e) ? e.reduce((e, t) => {
		let n = Wl(t);
		return Object.entries(n).forEach(([t, n]) => {
			e[t] = n;
		}), e;
	}, {}) : Wl(e);
}
function Wl(e) {
	return e.split(",").map((e) => {
		let t = e.indexOf("=");
		return t === -1 ? [] : [e.slice(0, t), e.slice(t + 1)].map((e) => {
			try {
				return decodeURIComponent(e.trim());
			} catch {
				return;
			}
		});
	}).reduce((e, [t, n]) => (t && n && (e[t] = n), e), {});
}
function Gl(e) {
	if (Object.keys(e).length !== 0) return Object.entries(e).reduce((e, [t, n], r) => {
		let i = `${encodeURIComponent(t)}=${encodeURIComponent(n)}`, a = r === 0 ? i : `${e},${i}`;
		return a.length > 8192 ? (w && E.warn(`Not adding key: ${t} with val: ${n} to baggage header due to exceeding baggage size limits.`), e) : a;
	}, "");
}
// ../../../node_modules/@sentry/core/build/esm/utils/dsn.js
var Kl = /^o(\d+)\./, ql = /^(?:(\w+):)\/\/(?:(\w+)(?::(\w+)?)?@)((?:\[[:.%\w]+\]|[\w.-]+))(?::(\d+))?\/(.+)/;
function Jl(e) {
	return e === "http" || e === "https";
}
function Yl(e, t = !1) {
	let { host: n, path: r, pass: i, port: a, projectId: o, protocol: s, publicKey: c } = e;
	return `${s}://${c}${t && i ? `:${i}` : ""}@${n}${a ? `:${a}` : ""}/${r && `${r}/`}${o}`;
}
function Xl(e) {
	let t = ql.exec(e);
	if (!t) {
		_a(() => {
			console.error(`Invalid Sentry Dsn: ${e}`);
		});
		return;
	}
	let [n, r, i = "", a = "", o = "", s = ""] = t.slice(1), c = "", l = s, u = l.split("/");
	if (u.length > 1 && (c = u.slice(0, -1).join("/"), l = u.pop()), l) {
		let e = l.match(/^\d+/);
		e && (l = e[0]);
	}
	return Zl({
		host: a,
		pass: i,
		path: c,
		projectId: l,
		port: o,
		protocol: n,
		publicKey: r
	});
}
function Zl(e) {
	return {
		protocol: e.protocol,
		publicKey: e.publicKey || "",
		pass: e.pass || "",
		host: e.host,
		port: e.port || "",
		path: e.path || "",
		projectId: e.projectId
	};
}
function Ql(e) {
	if (!w) return !0;
	let { port: t, projectId: n, protocol: r } = e;
	return [
		"protocol",
		"publicKey",
		"host",
		"projectId"
	].find((t) => !e[t] && (E.error(`Invalid Sentry Dsn: ${t} missing`), !0)) ? !1 : n.match(/^\d+$/) ? Jl(r) ? t && isNaN(parseInt(t, 10)) ? (E.error(`Invalid Sentry Dsn: Invalid port ${t}`), !1) : !0 : (E.error(`Invalid Sentry Dsn: Invalid protocol ${r}`), !1) : (E.error(`Invalid Sentry Dsn: Invalid projectId ${n}`), !1);
}
function $l(e) {
	return e.match(Kl)?.[1];
}
function eu(e) {
	let t = e.getOptions(), { host: n } = e.getDsn() || {}, r;
	return t.orgId ? r = String(t.orgId) : n && (r = $l(n)), r;
}
function tu(e) {
	let t = typeof e == "string" ? Xl(e) : Zl(e);
	if (t && Ql(t)) return t;
}
// ../../../node_modules/@sentry/core/build/esm/utils/parseSampleRate.js
function nu(e) {
	if (typeof e == "boolean") return Number(e);
	let t = typeof e == "string" ? parseFloat(e) : e;
	if (!(typeof t != "number" || isNaN(t) || t < 0 || t > 1)) return t;
}
// ../../../node_modules/@sentry/core/build/esm/utils/tracing.js
var ru = /* @__PURE__ */ RegExp("^[ \\t]*([0-9a-f]{32})?-?([0-9a-f]{16})?-?([01])?[ \\t]*$");
function iu(e) {
	if (!e) return;
	let t = e.match(ru);
	if (!t) return;
	let n;
	return t[3] === "1" ? n = !0 : t[3] === "0" && (n = !1), {
		traceId: t[1],
		parentSampled: n,
		parentSpanId: t[2]
	};
}
function au(e, t) {
	let n = iu(e), r = Vl(t);
	if (!n?.traceId) return {
		traceId: ls(),
		sampleRand: go()
	};
	let i = cu(n, r);
	r && (r.sample_rand = i.toString());
	let { traceId: a, parentSpanId: o, parentSampled: s } = n;
	return {
		traceId: a,
		parentSpanId: o,
		sampled: s,
		dsc: r || {},
		sampleRand: i
	};
}
function ou(e = ls(), t = us(), n) {
	let r = "";
	return n !== void 0 && (r = n ? "-1" : "-0"), `${e}-${t}${r}`;
}
function su(e = ls(), t = us(), n) {
	return `00-${e}-${t}-${n ? "01" : "00"}`;
}
function cu(e, t) {
	let n = nu(t?.sample_rand);
	if (n !== void 0) return n;
	let r = nu(t?.sample_rate);
	return r && e?.parentSampled !== void 0 ? e.parentSampled ? go() * r : r + go() * (1 - r) : go();
}
// ../../../node_modules/@sentry/core/build/esm/utils/spanOnScope.js
var lu = "span";
function uu(e, t) {
	t ? e.refs[lu] = Ml(t) : delete e.refs[lu];
}
function du(e) {
	return Nl(e.refs[lu]);
}
function fu(e) {
	let { spanId: t, traceId: n } = e.spanContext(), { data: r, op: i, parent_span_id: a, status: o, origin: s, links: c } = L(e);
	return {
		parent_span_id: a,
		span_id: t,
		trace_id: n,
		data: r,
		op: i,
		status: o,
		origin: s,
		links: c
	};
}
function pu(e) {
	let { spanId: t, traceId: n, isRemote: r } = e.spanContext(), i = r ? t : L(e).parent_span_id, a = Rl(e).scope;
	return {
		parent_span_id: i,
		span_id: r ? a?.getPropagationContext().propagationSpanId || us() : t,
		trace_id: n
	};
}
function mu(e) {
	let { traceId: t, spanId: n } = e.spanContext();
	return ou(t, n, Tu(e));
}
function hu(e) {
	let { traceId: t, spanId: n } = e.spanContext();
	return su(t, n, Tu(e));
}
function gu(e) {
	if (e && e.length > 0) return e.map(({ context: { spanId: e, traceId: t, traceFlags: n, ...r }, attributes: i }) => ({
		span_id: e,
		trace_id: t,
		sampled: n === 1,
		attributes: i,
		...r
	}));
}
function _u(e) {
	if (e?.length) return e.map(({ context: { spanId: e, traceId: t, traceFlags: n }, attributes: r }) => ({
		span_id: e,
		trace_id: t,
		sampled: n === 1,
		attributes: r
	}));
}
function vu(e) {
	return typeof e == "number" ? yu(e) : Array.isArray(e) ? e[0] + e[1] / 1e9 : e instanceof Date ? yu(e.getTime()) : M();
}
function yu(e) {
	return e > 9999999999 ? e / 1e3 : e;
}
function bu(e) {
	return typeof e == "number" ? e < 0xe8d4a51000 ? j(e) ?? M() : e / 1e3 : vu(e);
}
function L(e) {
	if (wu(e)) return e.getStaticSpanJSON();
	let { spanId: t, traceId: n } = e.spanContext();
	if (Cu(e)) {
		let { attributes: r, startTime: i, name: a, endTime: o, status: s, links: c } = e;
		return {
			span_id: t,
			trace_id: n,
			data: r,
			description: a,
			parent_span_id: xu(e),
			start_timestamp: vu(i),
			timestamp: vu(o) || void 0,
			status: Eu(s),
			op: r[F],
			origin: r[I],
			links: gu(c)
		};
	}
	return {
		span_id: t,
		trace_id: n,
		start_timestamp: 0,
		status: "ok",
		data: {}
	};
}
function R(e) {
	if (wu(e)) return e.getSpanJSON();
	let { spanId: t, traceId: n } = e.spanContext();
	if (Cu(e)) {
		let { attributes: r, startTime: i, name: a, endTime: o, status: s, links: c } = e;
		return {
			name: a,
			span_id: t,
			trace_id: n,
			parent_span_id: xu(e),
			start_timestamp: vu(i),
			end_timestamp: vu(o) || void 0,
			is_segment: Fu(e),
			status: Du(s),
			attributes: Ou(r, s),
			links: _u(c)
		};
	}
	return {
		span_id: t,
		trace_id: n,
		start_timestamp: 0,
		name: "",
		status: "ok",
		is_segment: Fu(e),
		attributes: {}
	};
}
function xu(e) {
	return "parentSpanId" in e ? e.parentSpanId : "parentSpanContext" in e ? e.parentSpanContext?.spanId : void 0;
}
function Su(e) {
	return {
		...e,
		end_timestamp: e.end_timestamp ?? e.start_timestamp,
		attributes: As(e.attributes),
		links: e.links?.map((e) => ({
			...e,
			attributes: As(e.attributes)
		}))
	};
}
function Cu(e) {
	let t = e;
	return !!t.attributes && !!t.startTime && !!t.name && !!t.endTime && !!t.status;
}
function wu(e) {
	return typeof e.getSpanJSON == "function";
}
function Tu(e) {
	let { traceFlags: t } = e.spanContext();
	return t === 1;
}
function Eu(e) {
	return !e || e.code === 0 || e.code === 1 ? "ok" : e.message && kl(e.message) ? e.message : "internal_error";
}
function Du(e) {
	return !e || e.code === 1 || e.code === 0 || e.message === "cancelled" ? "ok" : "error";
}
function Ou(e, t) {
	let n = Du(t) === "error" ? t?.message : void 0;
	return {
		...n && { "sentry.status.message": n },
		...e
	};
}
var ku = "_sentryChildSpans", Au = "_sentryRootSpan";
function ju(e, t) {
	let n = e[Au] || e;
	k(t, Au, n), t.setAttribute(al, void 0), Tu(e) && (e.isRecording() || n.isRecording()) && (e[ku] ? e[ku].add(t) : k(e, ku, /* @__PURE__ */ new Set([t])));
}
function Mu(e, t) {
	e[ku] && e[ku].delete(t);
}
function Nu(e) {
	let t = /* @__PURE__ */ new Set();
	function n(e) {
		if (!t.has(e) && Tu(e)) {
			t.add(e);
			let r = e[ku] ? Array.from(e[ku]) : [];
			for (let e of r) n(e);
		}
	}
	return n(e), Array.from(t);
}
var z = Pu;
function Pu(e) {
	return e[Au] || e;
}
function Fu(e) {
	return e === Pu(e);
}
function B(e) {
	let t = Ds(da());
	return t.getActiveSpan ? t.getActiveSpan(e) : du(e || N());
}
function Iu(e, t) {
	Fu(e) && e.setAttribute(al, t);
}
// ../../../node_modules/@sentry/core/build/esm/tracing/errors.js
var Lu = !1;
function Ru() {
	if (Lu) return;
	function e() {
		let e = B(), t = e && z(e);
		if (t) {
			let e = "internal_error";
			w && E.log(`[Tracing] Root span: ${e} -> Global error occurred`), t.setStatus({
				code: 2,
				message: e
			});
		}
	}
	Lu = !0, Va(e), Wa(e);
}
// ../../../node_modules/@sentry/core/build/esm/utils/hasSpansEnabled.js
function V(e) {
	if (typeof __SENTRY_TRACING__ == "boolean" && !__SENTRY_TRACING__) return !1;
	let t = e || P()?.getOptions();
	return !!t && (t.tracesSampleRate != null || !!t.tracesSampler);
}
// ../../../node_modules/@sentry/core/build/esm/utils/should-ignore-span.js
function zu(e) {
	E.log(`Ignoring span ${e.op} - ${e.description} because it matches \`ignoreSpans\`.`);
}
function Bu(e, t) {
	if (!t?.length) return !1;
	for (let n of t) {
		if (Uu(n)) {
			if (e.description && Fo(e.description, n)) return w && zu(e), !0;
			continue;
		}
		let t = !!n.attributes && Object.keys(n.attributes).length > 0;
		if (!n.name && !n.op && !t) continue;
		let r = !n.name || e.description && Fo(e.description, n.name), i = !n.op || e.op && Fo(e.op, n.op), a = !n.attributes || Object.entries(n.attributes).every(([t, n]) => Vu(e.attributes?.[t], n));
		if (r && i && a) return w && zu(e), !0;
	}
	return !1;
}
function Vu(e, t) {
	return typeof e == "string" && (typeof t == "string" || t instanceof RegExp) ? Fo(e, t) : Array.isArray(e) && Array.isArray(t) ? e.length === t.length && e.every((e, n) => e === t[n]) : e === t;
}
function Hu(e, t) {
	let n = t.parent_span_id, r = t.span_id;
	if (n) for (let t of e) t.parent_span_id === r && (t.parent_span_id = n);
}
function Uu(e) {
	return typeof e == "string" || e instanceof RegExp;
}
// ../../../node_modules/@sentry/core/build/esm/integration.js
var Wu = [];
function Gu(e) {
	let t = {};
	return e.forEach((e) => {
		let { name: n } = e, r = t[n];
		r && !r.isDefaultInstance && e.isDefaultInstance || (t[n] = e);
	}), Object.values(t);
}
function Ku(e) {
	let t = e.defaultIntegrations || [], n = e.integrations;
	t.forEach((e) => {
		e.isDefaultInstance = !0;
	});
	let r;
	if (Array.isArray(n)) r = [...t, ...n];
	else if (typeof n == "function") {
		let e = n(t);
		r = Array.isArray(e) ? e : [e];
	} else r = t;
	return Gu(r);
}
function qu(e, t) {
	let n = {};
	return t.forEach((t) => {
		t?.beforeSetup && t.beforeSetup(e);
	}), t.forEach((t) => {
		t && Yu(e, t, n);
	}), n;
}
function Ju(e, t) {
	for (let n of t) n?.afterAllSetup && n.afterAllSetup(e);
}
function Yu(e, t, n) {
	if (n[t.name]) w && E.log(`Integration skipped because it was already installed: ${t.name}`);
	else {
		if (n[t.name] = t, !Wu.includes(t.name) && typeof t.setupOnce == "function" && (t.setupOnce(), Wu.push(t.name)), t.setup && typeof t.setup == "function" && t.setup(e), typeof t.preprocessEvent == "function") {
			let n = t.preprocessEvent.bind(t);
			e.on("preprocessEvent", (t, r) => n(t, r, e));
		}
		if (typeof t.processEvent == "function") {
			let n = t.processEvent.bind(t), r = Object.assign((t, r) => n(t, r, e), { id: t.name });
			e.addEventProcessor(r);
		}
		["processSpan", "processSegmentSpan"].forEach((n) => {
			let r = t[n];
			typeof r == "function" && e.on(n, (n) => r.call(t, n, e));
		}), w && E.log(`Integration installed: ${t.name}`);
	}
}
function H(e) {
	return e;
}
// ../../../node_modules/@sentry/core/build/esm/constants.js
var Xu = "production", Zu = /* @__PURE__ */ Symbol.for("sentry.nonRecordingSpan"), Qu = class {
	constructor(e = {}) {
		this._traceId = e.traceId || ls(), this._spanId = e.spanId || us(), this.dropReason = e.dropReason, k(this, Zu, !0);
	}
	spanContext() {
		return {
			spanId: this._spanId,
			traceId: this._traceId,
			traceFlags: 0
		};
	}
	end(e) {}
	setAttribute(e, t) {
		return this;
	}
	setAttributes(e) {
		return this;
	}
	setStatus(e) {
		return this;
	}
	updateName(e) {
		return this;
	}
	isRecording() {
		return !1;
	}
	addEvent(e, t, n) {
		return this;
	}
	addLink(e) {
		return this;
	}
	addLinks(e) {
		return this;
	}
	recordException(e, t) {}
};
function $u(e) {
	return !!e && e[Zu] === !0;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/dynamicSamplingContext.js
var ed = "_frozenDsc";
function td(e, t) {
	k(e, ed, t);
}
function nd(e, t) {
	let n = t.getOptions(), { publicKey: r } = t.getDsn() || {}, i = {
		environment: n.environment || "production",
		release: n.release,
		public_key: r,
		trace_id: e,
		org_id: eu(t)
	};
	return t.emit("createDsc", i), i;
}
function rd(e, t) {
	if (Ps()) return;
	let n = t.getPropagationContext();
	return n.dsc || nd(n.traceId, e);
}
function id(e) {
	let t = P();
	if (!t) return {};
	let n = z(e), r = L(n), i = r.data, a = n.spanContext().traceState, o = a?.get("sentry.sample_rate") ?? i["sentry.sample_rate"] ?? i["sentry.previous_trace_sample_rate"];
	function s(e) {
		return (typeof o == "number" || typeof o == "string") && (e.sample_rate = `${o}`), e;
	}
	let c = n[ed];
	if (c) return s(c);
	let l = $u(n), u = l && n.dropReason === "ignored";
	if (l && (!V(t.getOptions()) || u)) {
		let e = Rl(n).scope, r = e && rd(t, e);
		if (r) {
			let e = { ...r };
			return u && (e.sampled = "false"), s(e);
		}
	}
	let d = a?.get("sentry.dsc"), f = d && Vl(d);
	if (f) return s(f);
	let p = nd(e.spanContext().traceId, t), m = i[al], h = r.description;
	return m !== "url" && h && (p.transaction = h), V() && (p.sampled = String(Tu(n)), p.sample_rand = a?.get("sentry.sample_rand") ?? Rl(n).scope?.getPropagationContext().sampleRand.toString()), s(p), t.emit("createDsc", p, n), p;
}
// ../../../node_modules/@sentry/core/build/esm/utils/scopeData.js
function ad(e, t) {
	let { fingerprint: n, breadcrumbs: r, sdkProcessingMetadata: i } = t;
	ld(e, t), pd(e, n), ud(e, r), dd(e, i);
}
function od(e, t) {
	let { extra: n, tags: r, attributes: i, user: a, contexts: o, level: s, sdkProcessingMetadata: c, breadcrumbs: l, fingerprint: u, eventProcessors: d, attachments: f, propagationContext: p, transactionName: m } = t;
	sd(e, "extra", n), sd(e, "tags", r), sd(e, "attributes", i), sd(e, "user", a), sd(e, "contexts", o), e.sdkProcessingMetadata = cs(e.sdkProcessingMetadata, c, 2), s && (e.level = s), m && (e.transactionName = m), l.length && (e.breadcrumbs = [...e.breadcrumbs, ...l]), u.length && (e.fingerprint = [...e.fingerprint, ...u]), d.length && (e.eventProcessors = [...e.eventProcessors, ...d]), f.length && (e.attachments = [...e.attachments, ...f]), e.propagationContext = {
		...e.propagationContext,
		...p
	};
}
function sd(e, t, n) {
	e[t] = cs(e[t], n, 1);
}
function cd(e, t) {
	let n = Ls().getScopeData();
	return e && od(n, e.getScopeData()), t && od(n, t.getScopeData()), n;
}
function ld(e, t) {
	let { extra: n, tags: r, user: i, contexts: a, level: o, transactionName: s } = t;
	Object.keys(n).length && (e.extra = {
		...n,
		...e.extra
	}), Object.keys(r).length && (e.tags = {
		...r,
		...e.tags
	}), Object.keys(i).length && (e.user = {
		...i,
		...e.user
	}), Object.keys(a).length && (e.contexts = {
		...a,
		...e.contexts
	}), o && (e.level = o), s && e.type !== "transaction" && (e.transaction = s);
}
function ud(e, t) {
	let n = [...e.breadcrumbs || [], ...t];
	e.breadcrumbs = n.length ? n : void 0;
}
function dd(e, t) {
	e.sdkProcessingMetadata = {
		...e.sdkProcessingMetadata,
		...t
	};
}
function fd(e, t) {
	e.contexts = {
		trace: pu(t),
		...e.contexts
	}, e.sdkProcessingMetadata = {
		dynamicSamplingContext: id(t),
		...e.sdkProcessingMetadata
	};
	let n = L(z(t)).description;
	n && !e.transaction && e.type === "transaction" && (e.transaction = n);
}
function pd(e, t) {
	e.fingerprint = e.fingerprint ? Array.isArray(e.fingerprint) ? e.fingerprint : [e.fingerprint] : [], t && (e.fingerprint = e.fingerprint.concat(t)), e.fingerprint.length || delete e.fingerprint;
}
// ../../../node_modules/@sentry/core/build/esm/utils/safeCallback.js
function md(e, t, n) {
	let r;
	try {
		r = t();
	} catch (t) {
		return hd(e, t, n);
	}
	return ao(r) ? r.then(void 0, (t) => hd(e, t, n)) : r;
}
function hd(e, t, n) {
	return w && E.error(e, t), n(t);
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/beforeSendSpan.js
function gd(e) {
	return !!e && typeof e == "function" && "_static" in e && !!e._static;
}
function _d(e, t) {
	return md(w ? "The `beforeSendSpan` callback threw an error, sending the span unmodified:" : "", () => t(e), () => e) || e;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/spanJsonToStreamedSpan.js
function vd(e) {
	return Su({
		trace_id: e.trace_id,
		span_id: e.span_id,
		parent_span_id: e.parent_span_id,
		name: e.description || "",
		start_timestamp: e.start_timestamp,
		end_timestamp: e.timestamp,
		status: !e.status || e.status === "ok" || e.status === "cancelled" ? "ok" : "error",
		is_segment: !1,
		attributes: { ...e.data },
		links: e.links
	});
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/scopeContextAttributes.js
function yd(e) {
	let t = {}, { response: n, profile: r, cloud_resource: i, culture: a, state: o } = e;
	if (n && (n.status_code != null && (t[Dc] = n.status_code), n.body_size != null && (t[Tc] = n.body_size)), r && (r.profile_id && (t[Zc] = r.profile_id), r.profiler_id && (t[Xc] = r.profiler_id)), i) for (let [e, n] of Object.entries(i)) n != null && (t[e] = n);
	a && (a.locale && (t[tc] = a.locale), a.timezone && (t[nc] = a.timezone)), o?.state && typeof o.state.type == "string" && (t[ul] = o.state.type);
	let s = e.angular;
	if (s) {
		let e = s.version;
		(typeof e == "string" || typeof e == "number") && (t[Bs] = e);
	}
	let c = e.react;
	if (c) {
		let e = c.version;
		(typeof e == "string" || typeof e == "number") && (t[Vc] = e);
	}
	return t;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/captureSpan.js
function bd(e, t) {
	let n = R(e);
	n.attributes && delete n.attributes[Dl];
	let r = Pu(e), i = R(r), { isolationScope: a, scope: o } = Rl(e), s = cd(a, o);
	Td(n, i, t, s), t.emit("preprocessSpan", n), n.is_segment && (xd(n, s), Cd(n, t), t.emit("processSegmentSpan", n)), t.emit("processSpan", n);
	let { beforeSendSpan: c, traceLifecycle: l } = t.getOptions();
	return {
		...Su(l !== "static" && c && !gd(c) ? _d(n, c) : n),
		_segmentSpan: r,
		_segmentNameAtCapture: i.name
	};
}
function xd(e, t) {
	Sd(e, yd(t.contexts));
}
function Sd(e, t) {
	let n = e.attributes ??= {};
	Object.entries(t).forEach(([e, t]) => {
		t != null && !(e in n) && (n[e] = t);
	});
}
function Cd(e, t) {
	let n = t.getIntegrationNames();
	n.length && Sd(e, { [el]: n });
}
function wd(e, t, n, r = !0) {
	let i = t.getSdkMetadata(), { release: a, environment: o } = t.getOptions();
	return {
		[ol]: "stream",
		[il]: e.name,
		[rl]: e.span_id,
		[tl]: i?.sdk?.name,
		[nl]: i?.sdk?.version,
		[Qc]: a,
		[Wc]: o || "production",
		[bl]: n.user?.id,
		[yl]: n.user?.email,
		[xl]: n.user?.ip_address,
		[Sl]: n.user?.username,
		...r ? n.attributes : void 0
	};
}
function Td(e, t, n, r) {
	Sd(e, wd(t, n, r));
}
function Ed(e, t, n) {
	let r = L(e), i = R(Pu(e)), { isolationScope: a, scope: o } = Rl(e), s = wd(i, t, cd(a, o), !1);
	return Object.entries(s).forEach(([e, t]) => {
		t != null && !(e in r.data) && (r.data[e] = t);
	}), vd(_d(r, n));
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/hasSpanStreamingEnabled.js
function U(e) {
	return e.getOptions().traceLifecycle === "stream";
}
// ../../../node_modules/@sentry/core/build/esm/utils/timer.js
function Dd(e) {
	return typeof e == "object" && typeof e.unref == "function" && e.unref(), e;
}
// ../../../node_modules/@sentry/core/build/esm/utils/envelope.js
function Od(e, t = []) {
	return [e, t];
}
function kd(e, t) {
	let [n, r] = e;
	return [n, [...r, t]];
}
function Ad(e, t) {
	let n = e[1];
	for (let e of n) {
		let n = e[0].type;
		if (t(e, n)) return !0;
	}
	return !1;
}
function jd(e, t) {
	return Ad(e, (e, n) => t.includes(n));
}
function Md(e) {
	let t = fa(T);
	return t.encodePolyfill ? t.encodePolyfill(e) : new TextEncoder().encode(e);
}
function Nd(e) {
	let [t, n] = e, r = JSON.stringify(t);
	function i(e) {
		typeof r == "string" ? r = typeof e == "string" ? r + e : [Md(r), e] : r.push(typeof e == "string" ? Md(e) : e);
	}
	for (let e of n) {
		let [t, n] = e;
		if (i(`
${JSON.stringify(t)}
`), typeof n == "string" || n instanceof Uint8Array) i(n);
		else {
			let e;
			try {
				e = JSON.stringify(n);
			} catch {
				e = JSON.stringify(wo(n));
			}
			i(e);
		}
	}
	return typeof r == "string" ? r : Pd(r);
}
function Pd(e) {
	let t = e.reduce((e, t) => e + t.length, 0), n = new Uint8Array(t), r = 0;
	for (let t of e) n.set(t, r), r += t.length;
	return n;
}
function Fd(e) {
	let t = typeof e.data == "string" ? Md(e.data) : e.data;
	return [{
		type: "attachment",
		length: t.length,
		filename: e.filename,
		content_type: e.contentType,
		attachment_type: e.attachmentType
	}, t];
}
var Id = {
	sessions: "session",
	event: "error",
	client_report: "internal",
	user_report: "default",
	profile_chunk: "profile",
	replay_event: "replay",
	replay_recording: "replay",
	check_in: "monitor",
	raw_security: "security",
	log: "log_item",
	metric: "trace_metric"
};
function Ld(e) {
	return e in Id;
}
function Rd(e) {
	return Ld(e) ? Id[e] : e;
}
function zd(e) {
	if (!e?.sdk) return;
	let { name: t, version: n } = e.sdk;
	return {
		name: t,
		version: n
	};
}
function Bd(e, t, n, r) {
	let i = e.sdkProcessingMetadata?.dynamicSamplingContext;
	return {
		event_id: e.event_id,
		sent_at: new Date(_o()).toISOString(),
		...t && { sdk: t },
		...!!n && r && { dsn: Yl(r) },
		...i && { trace: i }
	};
}
function Vd(e) {
	return e === "replay_event" ? "replay" : e || "error";
}
// ../../../node_modules/@sentry/core/build/esm/utils/env.js
function Hd() {
	return typeof __SENTRY_BROWSER_BUNDLE__ < "u" && !!__SENTRY_BROWSER_BUNDLE__;
}
function Ud() {
	return "npm";
}
// ../../../node_modules/@sentry/core/build/esm/utils/node.js
function Wd() {
	return !Hd() && Object.prototype.toString.call(typeof process < "u" ? process : 0) === "[object process]";
}
// ../../../node_modules/@sentry/core/build/esm/utils/isBrowser.js
function Gd() {
	return typeof window < "u" && (!Wd() || Kd());
}
function Kd() {
	return T.process?.type === "renderer";
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/envelope.js
function qd(e, t, n) {
	let r = n.getOptions(), i = n.getDsn(), a = r.tunnel, o = zd(r._metadata);
	return Od({
		sent_at: new Date(_o()).toISOString(),
		...Yd(t) && { trace: t },
		...o && { sdk: o },
		...!!a && i && { dsn: Yl(i) }
	}, [Jd(e, n)]);
}
function Jd(e, t) {
	let n = t.getDataCollectionOptions().userInfo ? "auto" : "never";
	return [{
		type: "span",
		item_count: e.length,
		content_type: "application/vnd.sentry.items.span.v2+json"
	}, {
		version: 2,
		ingest_settings: Gd() ? {
			infer_ip: n,
			infer_user_agent: n
		} : void 0,
		items: e
	}];
}
function Yd(e) {
	return !!e.trace_id && !!e.public_key;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/estimateSize.js
function Xd(e) {
	let t = 156;
	if (t += e.name.length * 2, t += js(e.attributes), e.links && e.links.length > 0) {
		let n = e.links[0]?.attributes, r = 100 + (n ? js(n) : 0);
		t += r * e.links.length;
	}
	return t;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/spanBuffer.js
var Zd = 1e3, Qd = 5e6, $d = class {
	constructor(e, t) {
		this._traceBuckets = /* @__PURE__ */ new Map(), this._client = e;
		let { maxSpanLimit: n, flushInterval: r, maxTraceWeightInBytes: i } = t ?? {};
		this._maxSpanLimit = n && n > 0 && n <= Zd ? n : Zd, this._flushInterval = r && r > 0 ? r : 5e3, this._maxTraceWeight = i && i > 0 ? i : Qd, this._client.on("flush", () => {
			this.drain();
		}), this._client.on("close", () => {
			this._traceBuckets.forEach((e) => {
				clearTimeout(e.timeout);
			}), this._traceBuckets.clear();
		});
	}
	add(e) {
		let t = e.trace_id, n = this._traceBuckets.get(t);
		n || (n = {
			spans: /* @__PURE__ */ new Set(),
			size: 0,
			timeout: Dd(setTimeout(() => {
				this.flush(t);
			}, this._flushInterval))
		}, this._traceBuckets.set(t, n)), n.spans.add(e), n.size += Xd(e), (n.spans.size >= this._maxSpanLimit || n.size >= this._maxTraceWeight) && this.flush(t);
	}
	drain() {
		this._traceBuckets.size && (w && E.log(`Flushing span tree map with ${this._traceBuckets.size} traces`), this._traceBuckets.forEach((e, t) => {
			this.flush(t);
		}));
	}
	flush(e) {
		let t = this._traceBuckets.get(e);
		if (!t) return;
		if (!t.spans.size) {
			this._removeTrace(e);
			return;
		}
		let n = Array.from(t.spans), r = n[0]?._segmentSpan;
		if (!r) {
			w && E.warn("No segment span reference found on span JSON, cannot compute DSC"), this._removeTrace(e);
			return;
		}
		let i = id(r), a = /* @__PURE__ */ new Map(), o = (e) => {
			let t = a.get(e);
			return t === void 0 && (t = R(e).name, a.set(e, t)), t;
		}, s = n.map((e) => {
			let { _segmentSpan: t, _segmentNameAtCapture: n, ...r } = e;
			return ef(r, n, () => o(t)), r;
		}), c = qd(s, i, this._client);
		w && E.log(`Sending span envelope for trace ${e} with ${s.length} spans`), this._client.sendEnvelope(c).then(null, (e) => {
			w && E.error("Error while sending streamed span envelope:", e);
		}), this._removeTrace(e);
	}
	_removeTrace(e) {
		let t = this._traceBuckets.get(e);
		t && clearTimeout(t.timeout), this._traceBuckets.delete(e);
	}
};
function ef(e, t, n) {
	let r = e.attributes[il];
	if (t === void 0 || r?.value !== t) return;
	let i = n();
	i !== t && (e.attributes[il] = {
		...r,
		value: i
	});
}
// ../../../node_modules/@sentry/core/build/esm/integrations/spanStreaming.js
var tf = "SpanStreaming", nf = H((e = {}) => {
	let t = e.flushOnSegmentEnd ?? !0;
	return {
		name: tf,
		setup(e) {
			if (!U(e)) {
				w && E.log("[SpanStreaming] `traceLifecycle` is \"static\", skipping setup.");
				return;
			}
			let n = new $d(e);
			e.on("afterSpanEnd", (t) => {
				Tu(t) && n.add(bd(t, e));
			}), e.on("flushTraceSpans", (e) => {
				n.flush(e);
			}), t && e.on("afterSegmentSpanEnd", (e) => {
				let t = e.spanContext().traceId;
				Dd(setTimeout(() => {
					n.flush(t);
				}, 500));
			});
		}
	};
}), rf = /* @__PURE__ */ new WeakMap();
function af(e) {
	return eo(e) ? void 0 : e;
}
function of(e, t, n) {
	let r = af(t.originalException), i = r && rf.get(r);
	if (!i) return;
	let a = e.contexts?.trace;
	(a?.trace_id ?? (n && zs(n).trace_id)) === i.trace_id && (e.contexts = {
		...e.contexts,
		trace: {
			...a,
			...i
		}
	});
}
// ../../../node_modules/@sentry/core/build/esm/tracing/logSpans.js
function sf(e) {
	if (!w) return;
	let { description: t = "< unknown name >", op: n = "< unknown op >", parent_span_id: r } = L(e), { spanId: i } = e.spanContext(), a = Tu(e), o = z(e), s = o === e, c = `[Tracing] Starting ${a ? "sampled" : "unsampled"} ${s ? "root " : ""}span`, l = [
		`op: ${n}`,
		`name: ${t}`,
		`ID: ${i}`
	];
	if (r && l.push(`parent ID: ${r}`), !s) {
		let { op: e, description: t } = L(o);
		l.push(`root ID: ${o.spanContext().spanId}`), e && l.push(`root op: ${e}`), t && l.push(`root description: ${t}`);
	}
	E.log(`${c}
  ${l.join("\n  ")}`);
}
function cf(e) {
	if (!w) return;
	let { description: t = "< unknown name >", op: n = "< unknown op >" } = L(e), { spanId: r } = e.spanContext(), i = `[Tracing] Finishing "${n}" ${z(e) === e ? "root " : ""}span "${t}" with ID ${r}`;
	E.log(i);
}
// ../../../node_modules/@sentry/core/build/esm/tracing/sampling.js
function lf(e, t, n) {
	if (!V(e)) return [!1];
	let r = uf(e, t);
	if (!r) return [
		!1,
		void 0,
		void 0,
		"callback_error"
	];
	let [i, a] = r, o = nu(i);
	if (o === void 0) return w && E.warn(`[Tracing] Discarding root span because of invalid sample rate. Sample rate must be a boolean or a number between 0 and 1. Got ${JSON.stringify(i)} of type ${JSON.stringify(typeof i)}.`), [!1];
	if (!o) return w && E.log(`[Tracing] Discarding transaction because ${typeof e.tracesSampler == "function" ? "tracesSampler returned 0 or false" : "a negative sampling decision was inherited or tracesSampleRate is set to 0"}`), [
		!1,
		o,
		a
	];
	let s = n < o;
	return s || w && E.log(`[Tracing] Discarding transaction because it's not included in the random sample (sampling rate = ${Number(i)})`), [
		s,
		o,
		a
	];
}
function uf(e, t) {
	let { tracesSampler: n, tracesSampleRate: r } = e;
	if (typeof n == "function") {
		let e = md(w ? "The `tracesSampler` callback threw an error, falling back to the parent sampling decision or `tracesSampleRate`:" : "", () => [n({
			...t,
			inheritOrSampleWith: (e) => typeof t.parentSampleRate == "number" ? t.parentSampleRate : typeof t.parentSampled == "boolean" ? Number(t.parentSampled) : e
		}), !0], () => void 0);
		if (e) return e;
	}
	if (t.parentSampled !== void 0) return [t.parentSampled];
	if (r !== void 0) return [r, !0];
}
// ../../../node_modules/@sentry/core/build/esm/tracing/measurement.js
function df(e, t, n, r = B()) {
	let i = r && z(r);
	i && (w && E.log(`[Measurement] Setting measurement on root span: ${e} = ${t} ${n}`), i.addEvent(e, {
		[El]: t,
		[Tl]: n
	}));
}
function ff(e) {
	if (!e || e.length === 0) return;
	let t = {};
	return e.forEach((e) => {
		let n = e.attributes || {}, r = n[Tl], i = n[El];
		typeof r == "string" && typeof i == "number" && (t[e.name] = {
			value: i,
			unit: r
		});
	}), t;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/segmentSpanCaptureStrategy.js
function pf() {
	return fa(da()).segmentSpanCaptureStrategy;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/sentrySpan.js
var mf = 1e3, hf = class {
	constructor(e = {}) {
		this._traceId = e.traceId || ls(), this._spanId = e.spanId || us(), e.startTimestamp ? this._startTime = e.startTimestamp : (this._startTime = M(), this._startPerformanceNow = es()), this._links = e.links, this._attributes = {}, this.setAttributes({
			[I]: "manual",
			[F]: e.op,
			...e.attributes
		}), this._name = e.name, e.parentSpanId && (this._parentSpanId = e.parentSpanId), "sampled" in e && (this._sampled = e.sampled), this._events = [], this._isStandaloneSpan = e.isStandalone;
	}
	addLink(e) {
		return this._frozen || (this._links ? this._links.push(e) : this._links = [e]), this;
	}
	addLinks(e) {
		return this._frozen || (this._links ? this._links.push(...e) : this._links = e), this;
	}
	recordException(e, t) {}
	spanContext() {
		let { _spanId: e, _traceId: t, _sampled: n } = this;
		return {
			spanId: e,
			traceId: t,
			traceFlags: +!!n
		};
	}
	setAttribute(e, t) {
		return this._frozen ? this : e === "sentry.segment.name.source" && t !== void 0 && !Fu(this) ? (w && E.warn("[Tracing] Ignoring name source on a child span: this attribute is only valid on the root span."), this) : (t === void 0 ? delete this._attributes[e] : this._attributes[e] = t, this);
	}
	setAttributes(e) {
		return Object.keys(e).forEach((t) => this.setAttribute(t, e[t])), this;
	}
	updateStartTime(e) {
		this._frozen || (this._startTime = gf(this, e), this._startPerformanceNow = void 0);
	}
	setStatus(e) {
		return this._frozen || (this._status = e), this;
	}
	updateName(e) {
		return this._frozen || (this._name = e, Iu(this, "custom")), this;
	}
	end(e) {
		this._endTime || (this._endTime = e == null ? this._getEndTimeFromDuration() : gf(this, e), cf(this), this._onSpanEnded(), this._frozen = zl(this));
	}
	getStaticSpanJSON() {
		return {
			data: this._attributes,
			description: this._name,
			op: this._attributes[F],
			parent_span_id: this._parentSpanId,
			span_id: this._spanId,
			start_timestamp: this._startTime,
			status: Eu(this._status),
			timestamp: this._endTime,
			trace_id: this._traceId,
			origin: this._attributes[I],
			profile_id: this._attributes[Zc],
			exclusive_time: this._attributes[Gc],
			measurements: ff(this._events),
			links: gu(this._links)
		};
	}
	getSpanJSON() {
		return {
			name: this._name ?? "",
			span_id: this._spanId,
			trace_id: this._traceId,
			parent_span_id: this._parentSpanId,
			start_timestamp: this._startTime,
			end_timestamp: this._endTime,
			is_segment: Fu(this),
			status: Du(this._status),
			attributes: Ou(this._attributes, this._status),
			links: _u(this._links)
		};
	}
	isRecording() {
		return !this._endTime && !!this._sampled;
	}
	addEvent(e, t, n) {
		if (this._frozen) return this;
		w && E.log("[Tracing] Adding an event to span:", e);
		let r = _f(t) ? t : n || void 0, i = _f(t) ? {} : t || {}, a = {
			name: e,
			time: gf(this, r),
			attributes: i
		};
		return this._events.push(a), this;
	}
	isStandaloneSpan() {
		return !!this._isStandaloneSpan;
	}
	_getEndTimeFromDuration() {
		let e = es();
		return this._startPerformanceNow == null || e == null ? M() : this._startTime + (e - this._startPerformanceNow) / 1e3;
	}
	_onSpanEnded() {
		let e = P();
		if (e?.emit("spanEnd", this), this._isStandaloneSpan) {
			if (!e) return;
			if (this._sampled) {
				bf(this, e);
				return;
			}
			w && E.log("[Tracing] Discarding standalone span because its trace was not chosen to be sampled.");
			return;
		}
		e?.emit("afterSpanEnd", this);
		let t = z(this);
		if (t !== this) {
			let e = pf();
			if (e) {
				let n = Rl(this).scope || N();
				e.onChildSpanEnded(this, t, (e) => this._convertSpanToTransaction(e), n);
			}
			return;
		}
		if (e && U(e)) {
			e.emit("afterSegmentSpanEnd", this);
			return;
		}
		let n = Rl(this).scope || N(), r = pf();
		if (r) r.onSegmentSpanEnded((e) => this._convertSpanToTransaction(e), n);
		else {
			let e = this._convertSpanToTransaction();
			e && n.captureEvent(e);
		}
	}
	_convertSpanToTransaction(e = {}) {
		if (!vf(L(this))) return;
		this._name ||= (w && E.warn("Transaction has no name, falling back to `<unlabeled transaction>`."), "<unlabeled transaction>");
		let { scope: t, isolationScope: n } = Rl(this), r = t?.getScopeData().sdkProcessingMetadata?.normalizedRequest;
		if (this._sampled !== !0) return;
		e.onSpanCaptured?.(this);
		let i = [], a = 0;
		for (let t of Nu(this)) {
			if (t === this || yf(t) || e.isSpanAlreadyCaptured?.(t)) continue;
			let n = L(t);
			vf(n) ? (e.onSpanCaptured?.(t), i.push(n)) : e.onSpanCaptured || a++;
		}
		let o = t?.getClient() || P();
		a && o?.recordDroppedEvent("invalid", "span", a), i.length > mf && o?.recordDroppedEvent("buffer_overflow", "span", i.length - mf);
		let s = this._attributes[al];
		delete this._attributes[Dl];
		let c = !1;
		i.forEach((e) => {
			delete e.data[Dl], e.op?.startsWith("gen_ai.") && (c = !0);
		});
		let l = {
			contexts: { trace: fu(this) },
			spans: i.length > mf ? i.sort((e, t) => e.start_timestamp - t.start_timestamp).slice(0, mf) : i,
			start_timestamp: this._startTime,
			timestamp: this._endTime,
			transaction: this._name,
			type: "transaction",
			sdkProcessingMetadata: {
				capturedSpanScope: t,
				capturedSpanIsolationScope: n,
				dynamicSamplingContext: id(this),
				hasGenAiSpans: c
			},
			request: r,
			...s && { transaction_info: { source: s } }
		}, u = ff(this._events);
		return u && Object.keys(u).length && (w && E.log("[Measurements] Adding measurements to transaction event", JSON.stringify(u, void 0, 2)), l.measurements = u), l;
	}
};
function gf(e, t) {
	return zl(e) ? bu(t) : vu(t);
}
function _f(e) {
	return e && typeof e == "number" || e instanceof Date || Array.isArray(e);
}
function vf(e) {
	return !!e.start_timestamp && !!e.timestamp && !!e.span_id && !!e.trace_id;
}
function yf(e) {
	return e instanceof hf && e.isStandaloneSpan();
}
function bf(e, t) {
	let { beforeSendSpan: n, traceLifecycle: r } = t.getOptions();
	if (r === "static" && gd(n)) {
		let r = Ed(e, t, n), i = id(e);
		t.sendEnvelope(qd([r], i, t));
		return;
	}
	let { _segmentSpan: i, _segmentNameAtCapture: a, ...o } = bd(e, t), s = id(i);
	t.sendEnvelope(qd([o], s, t));
}
// ../../../node_modules/@sentry/core/build/esm/tracing/trace.js
function xf(e) {
	let t = Ef(e), { forceTransaction: n, parentSpan: r, scope: i } = e;
	return (i ? (e) => Rs(i, e) : r === void 0 ? (e) => e() : (e) => Sf(r, e))(() => {
		let a = N(), o = Af(i ?? a, r), s = P();
		return e.onlyIfParent && !o ? wf(a, s) : Tf({
			parentSpan: o,
			spanArguments: t,
			forceTransaction: n,
			scope: a
		});
	});
}
function Sf(e, t) {
	let n = Df();
	return n.withActiveSpan ? n.withActiveSpan(e, t) : Rs((n) => (uu(n, e || void 0), t(n)));
}
function Cf(e = N()) {
	let t = Df();
	return t.isTracingSuppressed ? t.isTracingSuppressed(e) : e.getScopeData().sdkProcessingMetadata[hs] === !0;
}
function wf(e, t) {
	t?.recordDroppedEvent("no_parent_span", "span");
	let n = new Qu({
		dropReason: "no_parent_span",
		traceId: e.getPropagationContext().traceId
	});
	return Ll(n, e, Is()), n;
}
function Tf({ parentSpan: e, spanArguments: t, forceTransaction: n, scope: r }) {
	let i = Is(), a = {
		scope: r,
		parentSpan: e
	};
	P()?.emit("prepareSpanScope", a);
	let { scope: o, parentSpan: s } = a;
	if (!V()) {
		let e = o.getPropagationContext(), t = new Qu({ traceId: s ? s.spanContext().traceId : e.traceId });
		return s && !n && ju(s, t), Ll(t, o, i), t;
	}
	let c = P();
	if (jf(c, t)) {
		Cf(o) || c?.recordDroppedEvent("ignored", "span");
		let e = new Qu({
			dropReason: "ignored",
			traceId: s?.spanContext().traceId ?? o.getPropagationContext().traceId
		});
		return s && !n && ju(s, e), Ll(e, o, i), e;
	}
	let l;
	if (s && !n) l = kf(s, o, t, i), ju(s, l);
	else if (s) {
		let e = id(s), { traceId: n, spanId: r } = s.spanContext(), a = Tu(s);
		l = Of({
			traceId: n,
			parentSpanId: r,
			...t
		}, o, i, a), td(l, e);
	} else {
		let { traceId: e, dsc: n, parentSpanId: r, sampled: a, sampleRand: s } = o.getPropagationContext();
		if (l = Of({
			traceId: e,
			parentSpanId: r,
			...t
		}, o, i, a), n) {
			let e = Object.keys(n).length === 0 && s !== void 0 ? { sample_rand: s.toString() } : n;
			td(l, e);
		}
	}
	return sf(l), l;
}
function Ef(e) {
	let t = {
		isStandalone: e.experimental?.standalone,
		...e
	};
	if (e.op && (t.attributes = {
		[F]: e.op,
		...e.attributes
	}), e.startTime) {
		let n = { ...t };
		return n.startTimestamp = vu(e.startTime), delete n.startTime, n;
	}
	return t;
}
function Df() {
	return Ds(da());
}
function Of(e, t, n, r) {
	let i = P(), a = i?.getOptions() || {}, { name: o = "" } = e, s = {
		spanAttributes: { ...e.attributes },
		spanName: o,
		parentSampled: r
	};
	i?.emit("beforeSampling", s, { decision: !1 });
	let c = s.parentSampled ?? r, l = s.spanAttributes, u = t.getPropagationContext(), d = Cf(t), [f, p, m, h] = d ? [!1] : lf(a, {
		name: o,
		parentSampled: c,
		attributes: l,
		normalizedRequest: n.getScopeData().sdkProcessingMetadata.normalizedRequest,
		parentSampleRate: nu(u.dsc?.sample_rate)
	}, u.sampleRand), g = new hf({
		...e,
		attributes: {
			[al]: "custom",
			[Cl]: p !== void 0 && m ? p : void 0,
			...l
		},
		sampled: f
	});
	if (!f && i && !d) {
		w && E.log("[Tracing] Discarding root span because its trace was not chosen to be sampled.");
		let t = h || "sample_rate";
		!U(i) && !e.isStandalone && i.recordDroppedEvent(t, "transaction"), i.recordDroppedEvent(t, "span");
	}
	return Ll(g, t, n), i && i.emit("spanStart", g), g;
}
function kf(e, t, n, r) {
	let { spanId: i, traceId: a } = e.spanContext(), o = Cf(t), s = !o && Tu(e), c = s ? new hf({
		...n,
		parentSpanId: i,
		traceId: a,
		sampled: s
	}) : new Qu({ traceId: a });
	ju(e, c), Ll(c, t, r);
	let l = P();
	return l && ($u(c) && ($u(e) && e.dropReason ? (c.dropReason = e.dropReason, l.recordDroppedEvent(e.dropReason, "span")) : o || (c.dropReason = "sample_rate", l.recordDroppedEvent("sample_rate", "span"))), l.emit("spanStart", c)), c;
}
function Af(e, t) {
	if (t) return t;
	if (t === null) return;
	let n = B(e);
	if (!n) return;
	let r = P();
	return (r ? r.getOptions() : {}).parentSpanIsAlwaysRootSpan ? z(n) : n;
}
function jf(e, t) {
	let n = e?.getOptions().ignoreSpans;
	return !e || !U(e) || !n?.length ? !1 : Bu({
		description: t.name || "",
		op: t.attributes?.["sentry.op"] || t.op,
		attributes: t.attributes
	}, n);
}
function Mf(e) {
	return $u(e) && e.dropReason === "ignored";
}
// ../../../node_modules/@sentry/core/build/esm/tracing/browserSpanApi.js
var Nf = /* @__PURE__ */ new WeakSet();
function Pf(e = P()) {
	e && !Nf.has(e) && U(e) && (Nf.add(e), e.addIntegration(nf()));
}
function Ff(e) {
	return Pf(), xf(e);
}
// ../../../node_modules/@sentry/core/build/esm/tracing/idleSpan.js
var If = {
	idleTimeout: 1e3,
	finalTimeout: 3e4,
	childSpanTimeout: 15e3
}, Lf = "heartbeatFailed", Rf = "idleTimeout", zf = "finalTimeout", Bf = "externalFinish";
function Vf(e, t = {}) {
	let n = P();
	Pf(n);
	let r = /* @__PURE__ */ new Map(), i = !1, a, o, s = Bf, c = !t.disableAutoFinish, l = [], { idleTimeout: u = If.idleTimeout, finalTimeout: d = If.finalTimeout, childSpanTimeout: f = If.childSpanTimeout, trimIdleSpanEndTimestamp: p = !0 } = t, m = N();
	if (!n || !V()) {
		let e = new Qu({ traceId: m.getPropagationContext().traceId });
		return Ll(e, m, Is()), e;
	}
	let h = B(), g = xf(e);
	uu(N(), g), w && E.log("[Tracing] Started span is an idle span"), g.end = new Proxy(g.end, { apply(e, t, r) {
		if (n.emit("beforeIdleSpanEnd", g), $u(t)) return;
		let [i, ...a] = r, o = vu(i || M()), s = Nu(g).filter((e) => e !== g), c = L(g);
		if (!s.length || !p) return ie(o), Reflect.apply(e, t, [o, ...a]);
		let l = n.getOptions().ignoreSpans, u = s?.reduce((e, t) => {
			let n = L(t);
			return !n.timestamp || l && Bu({
				description: n.description,
				op: n.op,
				attributes: n.data
			}, l) ? e : e ? Math.max(e, n.timestamp) : n.timestamp;
		}, void 0), f = c.start_timestamp, m = Math.min(f ? f + d / 1e3 : Infinity, Math.max(f || -Infinity, Math.min(o, u || Infinity)));
		return ie(m), Reflect.apply(e, t, [m, ...a]);
	} });
	function ee() {
		a &&= (clearTimeout(a), void 0);
	}
	function te() {
		o &&= (clearTimeout(o), void 0);
	}
	function ne(e) {
		ee(), a = setTimeout(() => {
			!i && r.size === 0 && c && (s = Rf, g.end(e));
		}, u);
	}
	function re(e) {
		te(), o = setTimeout(() => {
			!i && c && (s = Lf, g.end(e));
		}, f);
	}
	function _(e) {
		ee(), r.set(e, !0), re(M() + f / 1e3);
	}
	function v(e) {
		r.has(e) && r.delete(e), r.size === 0 && (ne(M() + u / 1e3), te());
	}
	function ie(e) {
		i = !0, r.clear(), l.forEach((e) => e()), uu(m, h);
		let t = L(g), { start_timestamp: n } = t;
		if (!n) return;
		t.data["sentry.idle_span_finish_reason"] || g.setAttribute(Kc, s);
		let a = t.status;
		a && a !== "unknown" || g.setStatus({ code: 1 }), E.log(`[Tracing] Idle span "${t.op}" finished`);
		let o = Nu(g).filter((e) => e !== g), c = 0;
		o.forEach((t) => {
			t.isRecording() && (t.setStatus({
				code: 2,
				message: "cancelled"
			}), t.end(e), w && E.log("[Tracing] Cancelling span since span ended early", JSON.stringify(t, void 0, 2)));
			let { timestamp: n = 0, start_timestamp: r = 0 } = L(t), i = r <= e, a = (d + u) / 1e3, o = n - r <= a;
			if (w) {
				let e = JSON.stringify(t, void 0, 2);
				i ? o || E.log("[Tracing] Discarding span since it finished after idle span final timeout", e) : E.log("[Tracing] Discarding span since it happened after idle span was finished", e);
			}
			o && i || (Mu(g, t), c++);
		}), c > 0 && g.setAttribute("sentry.idle_span_discarded_spans", c);
	}
	return l.push(n.on("spanStart", (e) => {
		i || e === g || R(e).end_timestamp || e instanceof hf && e.isStandaloneSpan() || Nu(g).includes(e) && _(e.spanContext().spanId);
	})), l.push(n.on("spanEnd", (e) => {
		i || v(e.spanContext().spanId);
	})), l.push(n.on("idleSpanEnableAutoFinish", (e) => {
		e === g && (c = !0, ne(), r.size && re());
	})), t.disableAutoFinish || ne(), setTimeout(() => {
		i || (g.setStatus({
			code: 2,
			message: "deadline_exceeded"
		}), s = zf, g.end());
	}, d), g;
}
// ../../../node_modules/@sentry/conventions/dist/op.mjs
var Hf = "pageload", Uf = "navigation", Wf = "navigation.redirect", Gf = "resource.other", Kf = "browser.paint", qf = "browser.unload_event", Jf = "browser.redirect", Yf = "browser.dom_content_loaded_event", Xf = "browser.load_event", Zf = "browser.connect", Qf = "browser.tls_ssl", $f = "browser.cache", ep = "browser.dns", tp = "browser.request", np = "browser.response", rp = "ui.long_task", ip = "ui.long_animation_frame", ap = "ui.interaction.click", op = "ui.interaction.hover", sp = "ui.interaction.drag", cp = "ui.interaction.press", lp = "ui.webvital.lcp", up = "ui.webvital.cls", dp = "http.client", fp = "Pageload", pp = "Navigation", mp = "Main UI thread blocked", hp = "Click", gp = "Hover", _p = "Drag", vp = "Key press", yp = {
	[$f]: "Cache lookup",
	[ep]: "DNS lookup",
	[Zf]: "Connect",
	[Qf]: "TLS handshake",
	[Jf]: "Redirect",
	[tp]: "Request",
	[np]: "Response",
	[qf]: "Unload event",
	[Yf]: "DOMContentLoaded event",
	[Xf]: "Load event"
};
// ../../../node_modules/@sentry/core/build/esm/envelope.js
function bp(e, t) {
	if (!t) return e;
	let n = e.sdk || {};
	return e.sdk = {
		...n,
		name: n.name || t.name,
		version: n.version || t.version,
		integrations: [...e.sdk?.integrations || [], ...t.integrations || []],
		packages: [...e.sdk?.packages || [], ...t.packages || []],
		settings: e.sdk?.settings || t.settings ? {
			...e.sdk?.settings,
			...t.settings
		} : void 0
	}, e;
}
function xp(e, t, n, r) {
	let i = zd(n);
	return Od({
		sent_at: new Date(_o()).toISOString(),
		...i && { sdk: i },
		...!!r && t && { dsn: Yl(t) }
	}, ["aggregates" in e ? [{ type: "sessions" }, e] : [{ type: "session" }, e.toJSON()]]);
}
function Sp(e, t, n, r) {
	let i = zd(n), a = e.type && e.type !== "replay_event" ? e.type : "event";
	bp(e, n?.sdk);
	let o = Bd(e, i, r, t);
	return delete e.sdkProcessingMetadata, Od(o, [[{ type: a }, e]]);
}
// ../../../node_modules/@sentry/core/build/esm/utils/data-collection/filtering-snippets.js
var Cp = "[Filtered]", wp = [
	"auth",
	"token",
	"secret",
	"session",
	"password",
	"passwd",
	"pwd",
	"key",
	"jwt",
	"bearer",
	"sso",
	"saml",
	"csrf",
	"xsrf",
	"credentials",
	"sid",
	"identity",
	"set-cookie",
	"cookie"
];
// ../../../node_modules/@sentry/core/build/esm/utils/data-collection/filterKeyValueData.js
function Tp(e, t) {
	return t.some((t) => e.includes(t));
}
function Ep(e, t, n) {
	if (t === !1) return !0;
	let r = e.toLowerCase();
	if (Tp(r, n == null ? wp : [...wp, ...n])) return !0;
	if (t === !0) return !1;
	let i = ("deny" in t ? t.deny : t.allow).some((e) => r.includes(e.toLowerCase()));
	return "deny" in t ? i : !i;
}
function Dp(e, t, n) {
	if (t === !1) return {};
	let r = {};
	for (let i of Object.keys(e)) r[i] = Ep(i, t, n) ? Cp : e[i];
	return r;
}
// ../../../node_modules/@sentry/core/build/esm/utils/syncpromise.js
var Op = 0, kp = 1, Ap = 2;
function jp(e) {
	return new Np((t) => {
		t(e);
	});
}
function Mp(e) {
	return new Np((t, n) => {
		n(e);
	});
}
var Np = class e {
	constructor(e) {
		this._state = Op, this._handlers = [], this._runExecutor(e);
	}
	then(t, n) {
		return new e((e, r) => {
			this._handlers.push([
				!1,
				(n) => {
					if (!t) e(n);
					else try {
						e(t(n));
					} catch (e) {
						r(e);
					}
				},
				(t) => {
					if (!n) r(t);
					else try {
						e(n(t));
					} catch (e) {
						r(e);
					}
				}
			]), this._executeHandlers();
		});
	}
	catch(e) {
		return this.then((e) => e, e);
	}
	finally(t) {
		return new e((e, n) => {
			let r, i;
			return this.then((e) => {
				i = !1, r = e, t && t();
			}, (e) => {
				i = !0, r = e, t && t();
			}).then(() => {
				i ? n(r) : e(r);
			});
		});
	}
	_executeHandlers() {
		if (this._state === Op) return;
		let e = this._handlers.slice();
		this._handlers = [], e.forEach((e) => {
			e[0] ||= (this._state === kp && e[1](this._value), this._state === Ap && e[2](this._value), !0);
		});
	}
	_runExecutor(e) {
		let t = (e, t) => {
			this._state === Op && (ao(t) ? t.then(n, r) : (this._state = e, this._value = t, this._executeHandlers()));
		}, n = (e) => {
			t(kp, e);
		}, r = (e) => {
			t(Ap, e);
		};
		try {
			e(n, r);
		} catch (e) {
			r(e);
		}
	}
};
// ../../../node_modules/@sentry/core/build/esm/eventProcessors.js
function Pp(e, t, n, r = 0, i) {
	try {
		let a = Fp(t, n, e, r, i);
		return ao(a) ? a : jp(a);
	} catch (e) {
		return Mp(e);
	}
}
function Fp(e, t, n, r, i) {
	let a = n[r];
	if (!e || !a) return e;
	let o = `Event processor "${a.id || "?"}"`, s = !1, c = md(w ? `${o} threw an error, dropping event:` : "", () => a({ ...e }, t), () => (s = !0, null));
	return w && c === null && E.log(`${o} dropped event`), ao(c) ? c.then((e) => e ? Fp(e, t, n, r + 1, i) : (i?.(s ? "callback_error" : "event_processor"), null)) : c ? Fp(c, t, n, r + 1, i) : (i?.(s ? "callback_error" : "event_processor"), null);
}
// ../../../node_modules/@sentry/core/build/esm/utils/debug-ids.js
var Ip, Lp, Rp, zp;
function Bp(e) {
	let t = T._sentryDebugIds, n = T._debugIds;
	if (!t && !n) return {};
	let r = t ? Object.keys(t) : [], i = n ? Object.keys(n) : [];
	if (zp && r.length === Lp && i.length === Rp) return zp;
	Lp = r.length, Rp = i.length, zp = {}, Ip ||= {};
	let a = (t, n) => {
		for (let r of t) {
			let t = n[r], i = Ip?.[r];
			if (i && zp && t) zp[i[0]] = t, Ip && (Ip[r] = [i[0], t]);
			else if (t) {
				let n = e(r);
				for (let e = n.length - 1; e >= 0; e--) {
					let i = n[e]?.filename;
					if (i && zp && Ip) {
						zp[i] = t, Ip[r] = [i, t];
						break;
					}
				}
			}
		}
	};
	return t && a(r, t), n && a(i, n), zp;
}
// ../../../node_modules/@sentry/core/build/esm/utils/eventUtils.js
function Vp(e) {
	return e.data?.__sentry__ === !0;
}
function Hp(e) {
	let t = [];
	e.message && t.push(e.message);
	try {
		let n = e.exception.values[e.exception.values.length - 1];
		n?.value && (t.push(n.value), n.type && t.push(`${n.type}: ${n.value}`));
	} catch {}
	return t;
}
// ../../../node_modules/@sentry/core/build/esm/utils/prepareEvent.js
function Up(e, t, n, r, i, a) {
	let { normalizeDepth: o = 3, normalizeMaxBreadth: s = 1e3 } = e, c = {
		...t,
		event_id: t.event_id || n.event_id || A(),
		timestamp: t.timestamp || Zo()
	}, l = n.integrations || e.integrations.map((e) => e.name);
	Wp(c, e), qp(c, l), i && i.emit("applyFrameMetadata", t), t.type === void 0 && Gp(c, e.stackParser);
	let u = Yp(r, n.captureContext);
	n.mechanism && Wo(c, n.mechanism);
	let d = i ? i.getEventProcessors() : [], f = cd(a, u), p = [...n.attachments || [], ...f.attachments];
	p.length && (n.attachments = p), ad(c, f);
	let m = B(u);
	m && fd(c, m), of(c, n, u);
	let h = [...d, ...f.eventProcessors], g = t.type === "transaction", ee = t.spans?.length || 0;
	return (Vp(n) ? jp(c) : Pp(h, c, n, 0, (e) => {
		i && (i.recordDroppedEvent(e, Vd(t.type)), g && i.recordDroppedEvent(e, "span", 1 + ee));
	})).then((e) => {
		if (!e) return null;
		if (g && i) {
			let t = ee - (e.spans?.length || 0);
			t > 0 && i.recordDroppedEvent("event_processor", "span", t);
		}
		return Kp(e), typeof o == "number" && o > 0 ? Jp(e, o, s) : e;
	});
}
function Wp(e, t) {
	let { environment: n, release: r, dist: i, maxValueLength: a } = t;
	e.environment = e.environment || n || "production", !e.release && r && (e.release = r), !e.dist && i && (e.dist = i);
	let o = e.request;
	o?.url && a && (o.url = No(o.url, a)), a && e.exception?.values?.forEach((e) => {
		e.value &&= No(e.value, a);
	});
}
function Gp(e, t) {
	let n = Bp(t);
	e.exception?.values?.forEach((e) => {
		e.stacktrace?.frames?.forEach((e) => {
			e.filename && (e.debug_id = n[e.filename]);
		});
	});
}
function Kp(e) {
	let t = {};
	if (e.exception?.values?.forEach((e) => {
		e.stacktrace?.frames?.forEach((e) => {
			e.debug_id && (e.abs_path ? t[e.abs_path] = e.debug_id : e.filename && (t[e.filename] = e.debug_id), delete e.debug_id);
		});
	}), Object.keys(t).length === 0) return;
	e.debug_meta = e.debug_meta || {}, e.debug_meta.images = e.debug_meta.images || [];
	let n = e.debug_meta.images;
	Object.entries(t).forEach(([e, t]) => {
		n.push({
			type: "sourcemap",
			code_file: e,
			debug_id: t
		});
	});
}
function qp(e, t) {
	t.length > 0 && (e.sdk = e.sdk || {}, e.sdk.integrations = [...e.sdk.integrations || [], ...t]);
}
function Jp(e, t, n) {
	if (!e) return null;
	let r = {
		...e,
		...e.breadcrumbs && { breadcrumbs: e.breadcrumbs.map((e) => ({
			...e,
			...e.data && { data: wo(e.data, t, n) }
		})) },
		...e.user && { user: wo(e.user, t, n) },
		...e.contexts && { contexts: wo(e.contexts, t, n) },
		...e.extra && { extra: wo(e.extra, t, n) }
	};
	return e.contexts?.trace && r.contexts && (r.contexts.trace = e.contexts.trace, e.contexts.trace.data && (r.contexts.trace.data = wo(e.contexts.trace.data, t, n))), e.spans && (r.spans = e.spans.map((e) => ({
		...e,
		...e.data && { data: wo(e.data, t, n) }
	}))), e.contexts?.flags && r.contexts && (r.contexts.flags = wo(e.contexts.flags, 3, n)), r;
}
function Yp(e, t) {
	if (!t) return e;
	let n = e ? e.clone() : new fs();
	return n.update(t), n;
}
function Xp(e) {
	if (e) return Zp(e) || $p(e) ? { captureContext: e } : e;
}
function Zp(e) {
	return e instanceof fs || typeof e == "function";
}
var Qp = [
	"user",
	"level",
	"extra",
	"contexts",
	"tags",
	"fingerprint",
	"propagationContext"
];
function $p(e) {
	return Object.keys(e).some((e) => Qp.includes(e));
}
// ../../../node_modules/@sentry/core/build/esm/exports.js
function em(e, t) {
	return N().captureException(e, Xp(t));
}
function tm(e, t) {
	return N().captureEvent(e, t);
}
function nm() {
	let e = P();
	return e?.getOptions().enabled !== !1 && !!e?.getTransport();
}
function rm(e) {
	let t = Is(), { user: n } = cd(t, N()), r = T.navigator?.userAgent;
	if (r) {
		let e = P()?.getDataCollectionOptions().httpHeaders.request ?? !0;
		r = Dp({ "User-Agent": r }, e)["User-Agent"];
	}
	let i = is({
		user: n,
		userAgent: r,
		...e
	}), a = t.getSession();
	return a?.status === "ok" && as(a, { status: "exited" }), im(), t.setSession(i), i;
}
function im() {
	let e = Is(), t = N().getSession() || e.getSession();
	t && os(t), am(), e.setSession();
}
function am() {
	let e = Is(), t = P(), n = e.getSession();
	n && t && t.captureSession(n);
}
function om(e = !1) {
	e ? im() : am();
}
function sm(e) {
	let t = e.protocol ? `${e.protocol}:` : "", n = e.port ? `:${e.port}` : "";
	return `${t}//${e.host}${n}${e.path ? `/${e.path}` : ""}/api/`;
}
function cm(e) {
	return `${sm(e)}${e.projectId}/envelope/`;
}
function lm(e, t) {
	let n = { sentry_version: "7" };
	return e.publicKey && (n.sentry_key = e.publicKey), t && (n.sentry_client = `${t.name}/${t.version}`), new URLSearchParams(n).toString();
}
function um(e, t, n) {
	return t || `${cm(e)}?${lm(e, n)}`;
}
// ../../../node_modules/@sentry/core/build/esm/tracing/spans/extractGenAiSpans.js
function dm(e, t) {
	if (e.type !== "transaction" || !e.spans?.length || !e.sdkProcessingMetadata?.hasGenAiSpans || U(t)) return;
	let n = [], r = [];
	for (let t of e.spans) t.op?.startsWith("gen_ai.") ? n.push(vd(t)) : r.push(t);
	if (n.length !== 0) return e.spans = r, Jd(n, t);
}
// ../../../node_modules/@sentry/core/build/esm/utils/promisebuffer.js
var fm = /* @__PURE__ */ Symbol.for("SentryBufferFullError");
function pm(e = 100) {
	let t = /* @__PURE__ */ new Set();
	function n() {
		return t.size < e;
	}
	function r(e) {
		t.delete(e);
	}
	function i(e) {
		if (!n()) return Mp(fm);
		let i = e();
		return t.add(i), i.then(() => r(i), () => r(i)), i;
	}
	function a(e) {
		if (!t.size) return jp(!0);
		let n = Promise.allSettled(Array.from(t)).then(() => !0);
		if (!e) return n;
		let r = [n, new Promise((t) => Dd(setTimeout(() => t(!1), e)))];
		return Promise.race(r);
	}
	return {
		get $() {
			return Array.from(t);
		},
		add: i,
		drain: a
	};
}
// ../../../node_modules/@sentry/core/build/esm/utils/ratelimit.js
var mm = 6e4;
function hm(e, t = _o()) {
	let n = parseInt(`${e}`, 10);
	if (!isNaN(n)) return n * 1e3;
	let r = Date.parse(`${e}`);
	return isNaN(r) ? mm : r - t;
}
function gm(e, t) {
	return e[t] || e.all || 0;
}
function _m(e, t, n = _o()) {
	return gm(e, t) > n;
}
function vm(e, { statusCode: t, headers: n }, r = _o()) {
	let i = { ...e }, a = n?.["x-sentry-rate-limits"], o = n?.["retry-after"];
	if (a) for (let e of a.trim().split(",")) {
		let [t, n, , , a] = e.split(":", 5), o = parseInt(t, 10), s = (isNaN(o) ? 60 : o) * 1e3;
		if (!n) i.all = r + s;
		else for (let e of n.split(";")) e === "metric_bucket" ? (!a || a.split(";").includes("custom")) && (i[e] = r + s) : i[e] = r + s;
	}
	else o ? i.all = r + hm(o, r) : t === 429 && (i.all = r + 6e4);
	return i;
}
function ym(e, t, n = pm(e.bufferSize || 64)) {
	let r = {}, i = (e) => n.drain(e);
	function a(t, [n, r], i) {
		let a = Rd(i);
		i === "transaction" && e.recordDroppedEvent(t, "span", (r.spans?.length ?? 0) + 1), e.recordDroppedEvent(t, a, typeof n.item_count == "number" ? n.item_count : 1);
	}
	function o(e) {
		let i = [];
		if (Ad(e, (e, t) => {
			_m(r, Rd(t)) ? a("ratelimit_backoff", e, t) : i.push(e);
		}), i.length === 0) return Promise.resolve({});
		let o = Od(e[0], i), s = (e) => {
			jd(o, ["client_report"]) ? w && E.warn(`Dropping client report. Will not send outcomes (reason: ${e}).`) : Ad(o, (t, n) => {
				a(e, t, n);
			});
		};
		return n.add(() => t({ body: Nd(o) }).then((e) => e.statusCode === 413 ? (w && E.error("Sentry responded with status code 413. Envelope was discarded due to exceeding size limits."), s("send_error"), e) : (w && e.statusCode !== void 0 && (e.statusCode < 200 || e.statusCode >= 300) && E.warn(`Sentry responded with status code ${e.statusCode} to sent event.`), r = vm(r, e), e), (e) => {
			throw s("network_error"), w && E.error("Encountered error running transport request:", e), e;
		})).then((e) => e, (e) => {
			if (e === fm) return w && E.error("Skipped sending event because buffer is full."), s("queue_overflow"), Promise.resolve({});
			throw e;
		});
	}
	return {
		send: o,
		flush: i
	};
}
// ../../../node_modules/@sentry/core/build/esm/utils/clientreport.js
function bm(e, t, n) {
	let r = [{ type: "client_report" }, {
		timestamp: n || Zo(),
		discarded_events: e
	}];
	return Od(t ? { dsn: t } : {}, [r]);
}
// ../../../node_modules/@sentry/core/build/esm/utils/transactionEvent.js
function xm(e) {
	let { trace_id: t, parent_span_id: n, span_id: r, status: i, origin: a, data: o, op: s, links: c } = e.contexts?.trace ?? {};
	return {
		data: o ?? {},
		description: e.transaction,
		op: s,
		parent_span_id: n,
		span_id: r ?? "",
		start_timestamp: e.start_timestamp ?? 0,
		status: i ?? "ok",
		timestamp: e.timestamp,
		trace_id: t ?? "",
		origin: a,
		links: c,
		profile_id: o?.[Zc],
		exclusive_time: o?.[Gc],
		measurements: e.measurements,
		is_segment: !0
	};
}
function Sm(e) {
	return {
		type: "transaction",
		timestamp: e.timestamp,
		start_timestamp: e.start_timestamp,
		transaction: e.description,
		contexts: { trace: {
			trace_id: e.trace_id,
			span_id: e.span_id,
			parent_span_id: e.parent_span_id,
			op: e.op,
			status: e.status,
			origin: e.origin,
			links: e.links,
			data: {
				...e.data,
				...e.profile_id && { "sentry.profile_id": e.profile_id },
				...e.exclusive_time && { "sentry.exclusive_time": e.exclusive_time }
			}
		} },
		measurements: e.measurements
	};
}
// ../../../node_modules/@sentry/core/build/esm/utils/warnAboutIgnoredTransactionOptions.js
function Cm(e) {
	e.traceLifecycle === "stream" && (e.beforeSendTransaction || e.ignoreTransactions?.length) && _a(() => {
		console.warn("[Sentry] `beforeSendTransaction` and `ignoreTransactions` are ignored with `traceLifecycle: 'stream'` (enabled by default). Use `beforeSendSpan` and `ignoreSpans` instead, or set `traceLifecycle: 'static'`.");
	});
}
// ../../../node_modules/@sentry/core/build/esm/utils/data-collection/resolveDataCollectionOptions.js
var W = {
	userInfo: !0,
	cookies: !0,
	httpHeaders: {
		request: !0,
		response: !0
	},
	httpBodies: [
		"incomingRequest",
		"outgoingRequest",
		"incomingResponse",
		"outgoingResponse"
	],
	urlQueryParams: !0,
	graphQL: {
		document: !0,
		variables: !0
	},
	genAI: {
		inputs: !0,
		outputs: !0
	},
	mcp: {
		inputs: !0,
		outputs: !0
	},
	databaseQueryData: !0,
	queues: !0,
	stackFrameVariables: !0,
	frameContextLines: 5
};
function wm(e) {
	return typeof e == "boolean" || "allow" in e || "deny" in e;
}
function Tm(e) {
	return e === void 0 ? { ...W.httpHeaders } : wm(e) ? {
		request: e,
		response: e
	} : {
		request: e.request ?? W.httpHeaders.request,
		response: e.response ?? W.httpHeaders.response
	};
}
function Em(e) {
	let t = e.dataCollection ?? {};
	return {
		userInfo: t.userInfo ?? W.userInfo,
		cookies: t.cookies ?? W.cookies,
		httpHeaders: Tm(t.httpHeaders),
		httpBodies: t.httpBodies ?? W.httpBodies,
		urlQueryParams: t.urlQueryParams ?? W.urlQueryParams,
		graphQL: {
			document: t.graphQL?.document ?? W.graphQL.document,
			variables: t.graphQL?.variables ?? W.graphQL.variables
		},
		genAI: {
			inputs: t.genAI?.inputs ?? W.genAI.inputs,
			outputs: t.genAI?.outputs ?? W.genAI.outputs
		},
		mcp: {
			inputs: t.mcp?.inputs ?? W.mcp.inputs,
			outputs: t.mcp?.outputs ?? W.mcp.outputs
		},
		databaseQueryData: t.databaseQueryData ?? W.databaseQueryData,
		queues: t.queues ?? W.queues,
		stackFrameVariables: t.stackFrameVariables ?? W.stackFrameVariables,
		frameContextLines: t.frameContextLines ?? W.frameContextLines
	};
}
// ../../../node_modules/@sentry/core/build/esm/client.js
var Dm = "Not capturing exception because it's already been captured.", Om = "Discarded session because of missing or non-string release", km = /* @__PURE__ */ Symbol.for("SentryInternalError"), Am = /* @__PURE__ */ Symbol.for("SentryDoNotSendEventError"), jm = /* @__PURE__ */ Symbol.for("SentryClosedClient");
function Mm(e) {
	return jm in e;
}
function Nm(e) {
	return {
		message: e,
		[km]: !0
	};
}
function Pm(e) {
	return {
		message: e,
		[Am]: !0
	};
}
function Fm(e) {
	return Pm(`Discarding event because it's not included in the random sample (sampling rate = ${e})`);
}
function Im(e) {
	return no(e) && km in e;
}
function Lm(e) {
	return no(e) && Am in e;
}
var Rm = class {
	constructor(e) {
		this._options = {
			attachStacktrace: !0,
			...e,
			traceLifecycle: e.traceLifecycle === "static" ? "static" : "stream"
		}, this._integrations = {}, this._numProcessing = 0, this._outcomes = {}, this._hooks = {}, this._eventProcessors = [], this._promiseBuffer = pm(e.transportOptions?.bufferSize ?? 64), this._dataCollection = Em(e), this._unhandledSessionStatus = "crashed", this._attachStacktraceIsDefault = e.attachStacktrace === void 0, e.dsn ? this._dsn = tu(e.dsn) : w && E.warn("No DSN provided, client will not send events.");
		let { beforeSendSpan: t, traceLifecycle: n } = this._options;
		if (w && t && gd(t) !== (n === "static") && _a(() => {
			console.warn(`Ignoring \`beforeSendSpan\`: ${n === "static" ? "wrap it with" : "remove"} \`Sentry.withStaticSpan\` to use it with \`traceLifecycle: "${n}"\`.`);
		}), this._dsn) {
			let t = um(this._dsn, e.tunnel, e._metadata ? e._metadata.sdk : void 0);
			this._transport = e.transport({
				tunnel: this._options.tunnel,
				recordDroppedEvent: this.recordDroppedEvent.bind(this),
				...e.transportOptions,
				url: t
			});
		}
	}
	captureException(e, t, n) {
		let r = A();
		if (Ko(e)) return w && E.log(Dm), r;
		let i = {
			event_id: r,
			...t
		};
		return this._process(() => this.eventFromException(e, i).then((e) => this._captureEvent(e, i, n)).then((e) => e), "error"), i.event_id;
	}
	captureMessage(e, t, n, r) {
		let i = {
			event_id: A(),
			...n
		}, a = $a(e) ? e : String(e), o = eo(e), s = o ? this.eventFromMessage(a, t, i).then((e) => (e.exception && this._attachStacktraceIsDefault && (e.sdkProcessingMetadata = {
			...e.sdkProcessingMetadata,
			hasDefaultSyntheticStacktrace: !0
		}), e)) : this.eventFromException(e, i);
		return this._process(() => s.then((e) => this._captureEvent(e, i, r)), o ? "unknown" : "error"), i.event_id;
	}
	captureEvent(e, t, n) {
		let r = A();
		if (t?.originalException && Ko(t.originalException)) return w && E.log(Dm), r;
		let i = {
			event_id: r,
			...t
		}, a = e.sdkProcessingMetadata || {}, o = a.capturedSpanScope, s = a.capturedSpanIsolationScope, c = Vd(e.type);
		return this._process(() => this._captureEvent(e, i, o || n, s), c), i.event_id;
	}
	captureSession(e) {
		this.sendSession(e), as(e, { init: !1 });
	}
	getDsn() {
		return this._dsn;
	}
	getOptions() {
		return this._options;
	}
	getDataCollectionOptions() {
		return this._dataCollection;
	}
	getSdkMetadata() {
		return this._options._metadata;
	}
	getTransport() {
		return this._transport;
	}
	async flush(e) {
		let t = this._transport;
		if (this.emit("flush"), !t) return !0;
		let n = await this._isClientDoneProcessing(e), r = await t.flush(e);
		return n && r;
	}
	async close(e) {
		Object.defineProperty(this, jm, { value: !0 });
		let t = await this.flush(e);
		return this.getOptions().enabled = !1, this.emit("close"), t;
	}
	getEventProcessors() {
		return this._eventProcessors;
	}
	addEventProcessor(e) {
		this._eventProcessors.push(e);
	}
	init() {
		(this._isEnabled() || this._options.integrations.some(({ name: e }) => e.startsWith("Spotlight"))) && (this._setupIntegrations(), Cm(this._options));
	}
	getIntegrationByName(e) {
		return this._integrations[e];
	}
	getIntegrationNames() {
		return Object.keys(this._integrations);
	}
	addIntegration(e) {
		let t = this._integrations[e.name];
		!t && e.beforeSetup && e.beforeSetup(this), Yu(this, e, this._integrations), t || Ju(this, [e]);
	}
	sendEvent(e, t = {}) {
		this.emit("beforeSendEvent", e, t);
		let n = dm(e, this), r = Sp(e, this._dsn, this._options._metadata, this._options.tunnel);
		if (!Vp(t)) for (let e of t.attachments || []) r = kd(r, Fd(e));
		n && (r = kd(r, n)), this.sendEnvelope(r).then((t) => this.emit("afterSendEvent", e, t));
	}
	sendSession(e) {
		let { release: t, environment: n = Xu } = this._options;
		if ("aggregates" in e) {
			let r = e.attrs || {};
			if (!r.release && !t) {
				w && E.warn(Om);
				return;
			}
			r.release = r.release || t, r.environment = r.environment || n, e.attrs = r;
		} else {
			if (!e.release && !t) {
				w && E.warn(Om);
				return;
			}
			e.release = e.release || t, e.environment = e.environment || n;
		}
		this.emit("beforeSendSession", e);
		let r = xp(e, this._dsn, this._options._metadata, this._options.tunnel);
		this.sendEnvelope(r);
	}
	recordDroppedEvent(e, t, n = 1) {
		if (this._options.sendClientReports) {
			let r = `${e}:${t}`;
			w && E.log(`Recording outcome: "${r}"${n > 1 ? ` (${n} times)` : ""}`), this._outcomes[r] = (this._outcomes[r] || 0) + n;
		}
	}
	on(e, t) {
		let n = this._hooks[e] = this._hooks[e] || /* @__PURE__ */ new Set(), r = (...e) => t(...e);
		return n.add(r), () => {
			n.delete(r);
		};
	}
	emit(e, ...t) {
		let n = this._hooks[e];
		n && n.forEach((e) => e(...t));
	}
	async sendEnvelope(e) {
		if (this.emit("beforeEnvelope", e), this._isEnabled() && this._transport) try {
			let t = await this._transport.send(e);
			return this.emit("afterEnvelope", e), t;
		} catch (e) {
			return w && E.error("Error while sending envelope:", e), {};
		}
		return w && E.error("Transport disabled"), {};
	}
	registerCleanup(e) {}
	dispose() {}
	_setupIntegrations() {
		let { integrations: e } = this._options;
		this._integrations = qu(this, e), Ju(this, e);
	}
	_updateSessionFromEvent(e, t) {
		let n = t.level === "fatal", r = !1, i = t.exception?.values;
		if (i) {
			r = !0, n = !1;
			for (let e of i) if (e.mechanism?.handled === !1) {
				n = !0;
				break;
			}
		}
		let a = e.status === "ok";
		(a && e.errors === 0 || a && n) && (as(e, {
			...n && { status: this._unhandledSessionStatus },
			errors: e.errors || Number(r || n)
		}), this.captureSession(e));
	}
	async _isClientDoneProcessing(e) {
		let t = 0;
		for (; !e || t < e;) {
			if (await new Promise((e) => setTimeout(e, 1)), !this._numProcessing) return !0;
			t++;
		}
		return !1;
	}
	_isEnabled() {
		return this.getOptions().enabled !== !1 && this._transport !== void 0;
	}
	_prepareEvent(e, t, n, r) {
		let i = this.getOptions(), a = this.getIntegrationNames();
		return !t.integrations && a.length && (t.integrations = a), this.emit("preprocessEvent", e, t), e.type || r.setLastEventId(e.event_id || t.event_id), Up(i, e, t, n, this, r).then((e) => (e === null || (this.emit("postprocessEvent", e, t), e.contexts = {
			trace: {
				...e.contexts?.trace,
				...zs(n)
			},
			...e.contexts
		}, e.sdkProcessingMetadata = {
			dynamicSamplingContext: rd(this, n),
			...e.sdkProcessingMetadata
		}), e));
	}
	_captureEvent(e, t = {}, n = N(), r = Is()) {
		return w && Bm(e) && E.log(`Captured error event \`${Hp(e)[0] || "<unknown>"}\``), this._processEvent(e, t, n, r).then((e) => e.event_id, (e) => {
			w && (Lm(e) ? E.log(e.message) : Im(e) ? E.warn(e.message) : E.warn(e));
		});
	}
	_processEvent(e, t, n, r) {
		let i = this.getOptions(), { sampleRate: a } = i, o = Vm(e), s = Bm(e), c = `before send for type \`${e.type || "error"}\``, l = "before_send", u = 0, d = a === void 0 ? void 0 : nu(a), f = s && typeof d == "number" && go() > d, p = Vd(e.type), m = 0, h = n.getSession() || r.getSession();
		return f && h?.status !== "ok" ? (this.recordDroppedEvent("sample_rate", "error"), Mp(Fm(a))) : this._prepareEvent(e, t, n, r).then((e) => {
			if (e === null) throw Pm("An event processor returned `null`, will not send event.");
			return m = e.spans?.length || 0, Vp(t) ? e : zm(i, e, t, (e) => {
				l = e;
			}, (e) => {
				u = e;
			});
		}).then((n) => {
			if (u && this.recordDroppedEvent("ignored", "span", u), !to(n) || n === null) throw this.recordDroppedEvent(l, p), o && this.recordDroppedEvent(l, "span", 1 + m - u), n === null ? Pm(`${l === "ignored" ? "Transaction matched `ignoreSpans`" : `${c} ${l === "callback_error" ? "threw an error" : "returned `null`"}`}, will not send event.`) : Nm(`${c} must return \`null\` or a valid event.`);
			if (s && h && this._updateSessionFromEvent(h, n), f) throw this.recordDroppedEvent("sample_rate", "error"), Fm(a);
			if (o) {
				let e = m - u - (n.spans?.length || 0);
				e > 0 && this.recordDroppedEvent("before_send", "span", e);
			}
			let r = n.transaction_info;
			return o && r && n.transaction !== e.transaction && (n.transaction_info = {
				...r,
				source: "custom"
			}), this.sendEvent(n, t), n;
		}).then(null, (e) => {
			throw Lm(e) || Im(e) ? e : (this.captureException(e, {
				mechanism: {
					handled: !1,
					type: "internal"
				},
				data: { __sentry__: !0 },
				originalException: e
			}), Nm(`Event processing pipeline threw an error, original event will not be sent. Details have been sent as a new event.
Reason: ${e}`));
		});
	}
	_process(e, t) {
		this._numProcessing++, this._promiseBuffer.add(e).then((e) => (this._numProcessing--, e), (e) => (this._numProcessing--, e === fm && this.recordDroppedEvent("queue_overflow", t), e));
	}
	_clearOutcomes() {
		let e = this._outcomes;
		return this._outcomes = {}, Object.entries(e).map(([e, t]) => {
			let [n, r] = e.split(":");
			return {
				reason: n,
				category: r,
				quantity: t
			};
		});
	}
	_flushOutcomes() {
		w && E.log("Flushing outcomes...");
		let e = this._clearOutcomes();
		if (e.length === 0) {
			w && E.log("No outcomes to send");
			return;
		}
		if (!this._dsn) {
			w && E.log("No dsn provided, will not send outcomes");
			return;
		}
		w && E.log("Sending outcomes:", e);
		let t = bm(e, this._options.tunnel && Yl(this._dsn));
		this.sendEnvelope(t);
	}
};
function zm(e, t, n, r, i) {
	let { beforeSend: a, ignoreSpans: o, beforeSendTransaction: s } = e, c = gd(e.beforeSendSpan) && e.beforeSendSpan, l = t;
	if (Bm(l) && a) {
		let e = l;
		return md(w ? "The `beforeSend` callback threw an error, dropping the event:" : "", () => a(e, n), () => (r("callback_error"), null));
	}
	if (Vm(l)) {
		if (c || o) {
			let e = xm(l);
			if (o?.length && Bu({
				description: e.description,
				op: e.op,
				attributes: e.data
			}, o)) return r("ignored"), null;
			if (c && (l = cs(t, Sm(_d(e, c)))), l.spans) {
				let e = [], t = l.spans;
				for (let n of t) o?.length && Bu({
					description: n.description,
					op: n.op,
					attributes: n.data
				}, o) ? Hu(t, n) : c ? e.push(_d(n, c)) : e.push(n);
				i(t.length - e.length), l.spans = e;
			}
		}
		if (s) return md(w ? "The `beforeSendTransaction` callback threw an error, dropping the event:" : "", () => s(l, n), () => (r("callback_error"), null));
	}
	return l;
}
function Bm(e) {
	return e.type === void 0;
}
function Vm(e) {
	return e.type === "transaction";
}
// ../../../node_modules/@sentry/core/build/esm/sdk.js
function Hm(e, t) {
	t.debug === !0 && (w ? E.enable() : _a(() => {
		console.warn("[Sentry] Cannot initialize SDK with `debug` option using a non-debug bundle.");
	})), Wm(), N().update(t.initialScope);
	let n = new e(t);
	return Gm(n), n.init(), n;
}
function Um() {
	let e = P();
	return e && !Mm(e) ? e : void 0;
}
function Wm() {
	Um() && _a(() => {
		console.warn("[Sentry] `Sentry.init()` was called more than once. The new client replaces the active client, but the active client is not closed, so state from both can mix. Call `Sentry.init()` only once, or call `await Sentry.close()` before you call it again.");
	});
}
function Gm(e) {
	N().setClient(e);
}
// ../../../node_modules/@sentry/core/build/esm/utils/data-collection/filterQueryParams.js
function Km(e, t) {
	if (e && t !== !1) return e.split("&").map((e) => {
		let n = e.indexOf("="), r = n === -1 ? e : e.slice(0, n), i = new URLSearchParams(`${r}=`).keys().next().value;
		return i !== void 0 && Ep(i, t) ? `${r}=${Cp}` : e;
	}).join("&");
}
// ../../../node_modules/@sentry/core/build/esm/utils/data-collection/filterUrlQuery.js
function qm(e, t) {
	let n = e.indexOf("#"), r = n === -1 ? e.length : n, i = e.indexOf("?");
	if (i === -1 || i > r) return e;
	let a = e.slice(0, i), o = e.slice(i + 1, r), s = e.slice(r), c = Km(o, t);
	return c ? `${a}?${c}${s}` : `${a}${s}`;
}
// ../../../node_modules/@sentry/core/build/esm/utils/data-collection/filterCollectedUrl.js
function Jm(e) {
	return (e ?? P())?.getDataCollectionOptions().urlQueryParams ?? !0;
}
function G(e, t) {
	return e === void 0 ? void 0 : qm(e, Jm(t));
}
function Ym(e, t) {
	return e ? Km(e, Jm(t)) : void 0;
}
// ../../../node_modules/@sentry/core/build/esm/utils/url.js
var Xm = "thismessage:/";
function Zm(e) {
	return "isRelative" in e;
}
function Qm(e, t) {
	let n = e.indexOf("://") <= 0 && e.indexOf("//") !== 0, r = t ?? (n ? Xm : void 0);
	try {
		if ("canParse" in URL && !URL.canParse(e, r)) return;
		let t = new URL(e, r);
		return n ? {
			isRelative: n,
			pathname: t.pathname,
			search: t.search,
			hash: t.hash
		} : t;
	} catch {}
}
function $m(e) {
	if (Zm(e)) return e.pathname;
	let t = new URL(e);
	return t.search = "", t.hash = "", ["80", "443"].includes(t.port) && (t.port = ""), t.password &&= "%filtered%", t.username &&= "%filtered%", t.toString();
}
function eh(e) {
	return e?.replace(/^\?/, "") || void 0;
}
function th(e) {
	return e?.replace(/^#/, "") || void 0;
}
function nh(e, t) {
	try {
		return new URL(e, t).hostname || void 0;
	} catch {
		return;
	}
}
function rh(e) {
	if (!e) return {};
	let t = e.match(/^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$/);
	if (!t) return {};
	let n = t[6] || "", r = t[8] || "";
	return {
		host: t[4],
		path: t[5],
		protocol: t[2],
		search: n,
		hash: r,
		relative: t[5] + n + r
	};
}
function ih(e) {
	return e.split(/[?#]/, 1)[0];
}
function ah(e, t = !0) {
	if (e.startsWith("data:")) {
		let n = e.match(/^data:([^;,]+)/), r = n ? n[1] : "text/plain", i = e.includes(";base64,"), a = e.indexOf(","), o = "";
		if (t && a !== -1) {
			let t = e.slice(a + 1);
			o = t.length > 10 ? `${t.slice(0, 10)}... [truncated]` : t;
		}
		return `data:${r}${i ? ",base64" : ""}${o ? `,${o}` : ""}`;
	}
	return e;
}
// ../../../node_modules/@sentry/core/build/esm/utils/tunnel.js
function oh(e) {
	let t = e ? tu(e) : P()?.getDsn();
	return t ? `/${ch(Yl(t)).toString(36)}` : void 0;
}
function sh(e) {
	let t = (e?.startsWith("./") ? e.slice(1) : e ?? "").replace(/\/$/, "");
	return !t || t.startsWith("/") ? t : `/${t}`;
}
function ch(e) {
	let t = 2166136261;
	for (let n = 0; n < e.length; n++) t ^= e.charCodeAt(n), t = Math.imul(t, 16777619);
	return t >>> 0;
}
// ../../../node_modules/@sentry/core/build/esm/utils/ipAddress.js
function lh(e) {
	"aggregates" in e ? e.attrs?.ip_address === void 0 && (e.attrs = {
		...e.attrs,
		ip_address: "{{auto}}"
	}) : e.ipAddress === void 0 && (e.ipAddress = "{{auto}}");
}
// ../../../node_modules/@sentry/core/build/esm/utils/sdkMetadata.js
function uh(e, t, n = [t], r = "npm") {
	let i = (e._metadata = e._metadata || {}).sdk = e._metadata.sdk || {};
	i.name || (i.name = `sentry.javascript.${t}`, i.packages = n.map((e) => ({
		name: `${r}:@sentry/${e}`,
		version: ua
	})), i.version = ua);
}
// ../../../node_modules/@sentry/core/build/esm/utils/traceData.js
function dh(e = {}) {
	let t = e.client || P();
	if (!nm() || !t) return {};
	let n = Ds(da());
	if (n.getTraceData) return n.getTraceData(e);
	let r = e.scope || N(), i = e.span || B(), a = $u(i) && !V(t.getOptions());
	if (!i && Fs()) return {};
	let o = i && !a ? mu(i) : fh(r), s = Hl(i ? id(i) : rd(t, r));
	if (!ru.test(o)) return E.warn("Invalid sentry-trace data. Cannot generate trace data"), {};
	let c = {
		"sentry-trace": o,
		baggage: s
	};
	return e.propagateTraceparent && (c.traceparent = i && !a ? hu(i) : ph(r)), c;
}
function fh(e) {
	let { traceId: t, sampled: n, propagationSpanId: r } = e.getPropagationContext();
	return ou(t, r, n);
}
function ph(e) {
	let { traceId: t, sampled: n, propagationSpanId: r } = e.getPropagationContext();
	return su(t, r, n);
}
// ../../../node_modules/@sentry/core/build/esm/utils/tracePropagationTargets.js
var mh = /* @__PURE__ */ new WeakMap();
function hh(e) {
	let t = `${e.flags.replace(/[gy]/g, "")}${e.ignoreCase ? "" : "i"}`;
	if (t === e.flags) return e;
	let n = mh.get(e);
	if (n) return n;
	let r = new RegExp(e.source, t);
	return mh.set(e, r), r;
}
function gh(e, t, n = !1) {
	let r = e.toLowerCase();
	for (let i of t) if (Qa(i)) {
		let e = i.toLowerCase();
		if (n ? r === e : r.includes(e)) return !0;
	} else if (io(i) && hh(i).test(e)) return !0;
	return !1;
}
// ../../../node_modules/@sentry/core/build/esm/breadcrumbs.js
var _h = 100;
function vh(e, t) {
	let n = P(), r = Is();
	if (!n) return;
	let { beforeBreadcrumb: i = null, maxBreadcrumbs: a = _h } = n.getOptions();
	if (a <= 0) return;
	let o = {
		timestamp: Zo(),
		...e
	}, s = i ? md(w ? "The `beforeBreadcrumb` callback threw an error, dropping the breadcrumb:" : "", () => _a(() => i(o, t)), () => null) : o;
	s !== null && (n.emit && n.emit("beforeAddBreadcrumb", s, t), r.addBreadcrumb(s, a));
}
// ../../../node_modules/@sentry/core/build/esm/integrations/functiontostring.js
var yh = "FunctionToString", bh = /* @__PURE__ */ new WeakMap(), xh = H((() => ({
	name: yh,
	setupOnce() {
		let e = Function.prototype.toString, t = Function.prototype.call.bind(e), n = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
		try {
			Function.prototype.toString = function() {
				let e;
				try {
					bh.has(P()) && n(this, "__sentry_original__") && (e = lo(this));
				} catch {}
				return t(e ?? this);
			};
		} catch {}
	},
	setup(e) {
		bh.set(e, !0);
	}
}))), Sh = [
	/^Script error\.?$/,
	/^Javascript error: Script error\.? on line 0$/,
	/^ResizeObserver loop completed with undelivered notifications.$/,
	/^Cannot redefine property: googletag$/,
	/^Can't find variable: gmo$/,
	/^undefined is not an object \(evaluating 'a\.[A-Z]'\)$/,
	/can't redefine non-configurable property "solana"/,
	/vv\(\)\.getRestrictions is not a function/,
	/Can't find variable: _AutofillCallbackHandler/,
	/Object Not Found Matching Id:\d+, MethodName:simulateEvent/,
	/Java exception was raised during method invocation$/,
	/Java object is gone$/
], Ch = "EventFilters", wh = H((e = {}) => {
	let t;
	return {
		name: Ch,
		setup(n) {
			t = Th(e, n.getOptions());
		},
		processEvent(n, r, i) {
			return t ||= Th(e, i.getOptions()), Eh(n, t) ? null : n;
		}
	};
});
function Th(e = {}, t = {}) {
	return {
		allowUrls: [...e.allowUrls || [], ...t.allowUrls || []],
		denyUrls: [...e.denyUrls || [], ...t.denyUrls || []],
		ignoreErrors: [
			...e.ignoreErrors || [],
			...t.ignoreErrors || [],
			...e.disableErrorDefaults ? [] : Sh
		],
		ignoreTransactions: [...e.ignoreTransactions || [], ...t.ignoreTransactions || []]
	};
}
function Eh(e, t) {
	if (!e.type) {
		if (Dh(e, t.ignoreErrors)) return w && E.warn(`Event dropped due to being matched by \`ignoreErrors\` option.
Event: ${Vo(e)}`), !0;
		if (Nh(e)) return w && E.warn(`Event dropped due to not having an error message, error type or stacktrace.
Event: ${Vo(e)}`), !0;
		if (kh(e, t.denyUrls)) return w && E.warn(`Event dropped due to being matched by \`denyUrls\` option.
Event: ${Vo(e)}.
Url: ${Mh(e)}`), !0;
		if (!Ah(e, t.allowUrls)) return w && E.warn(`Event dropped due to not being matched by \`allowUrls\` option.
Event: ${Vo(e)}.
Url: ${Mh(e)}`), !0;
	} else if (e.type === "transaction" && Oh(e, t.ignoreTransactions)) return w && E.warn(`Event dropped due to being matched by \`ignoreTransactions\` option.
Event: ${Vo(e)}`), !0;
	return !1;
}
function Dh(e, t) {
	return t?.length ? Hp(e).some((e) => Io(e, t)) : !1;
}
function Oh(e, t) {
	if (!t?.length) return !1;
	let n = e.transaction;
	return n ? Io(n, t) : !1;
}
function kh(e, t) {
	if (!t?.length) return !1;
	let n = Mh(e);
	return n ? Io(n, t) : !1;
}
function Ah(e, t) {
	if (!t?.length) return !0;
	let n = Mh(e);
	return !n || Io(n, t);
}
function jh(e = []) {
	for (let t = e.length - 1; t >= 0; t--) {
		let n = e[t];
		if (n && n.filename !== "<anonymous>" && n.filename !== "[native code]") return n.filename || null;
	}
	return null;
}
function Mh(e) {
	try {
		let t = [...e.exception?.values ?? []].reverse().find((e) => e.mechanism?.parent_id === void 0 && e.stacktrace?.frames?.length)?.stacktrace?.frames;
		return t ? jh(t) : null;
	} catch {
		return w && E.error(`Cannot extract url for event ${Vo(e)}`), null;
	}
}
function Nh(e) {
	return e.exception?.values?.length ? !e.message && !e.exception.values.some((e) => e.stacktrace || e.type && e.type !== "Error" || e.value) : !1;
}
// ../../../node_modules/@sentry/core/build/esm/utils/aggregate-errors.js
function Ph(e, t, n, r, i, a) {
	if (!i.exception?.values || !a || !qa(a.originalException)) return;
	let o = i.exception.values.length > 0 ? i.exception.values[i.exception.values.length - 1] : void 0;
	o && (i.exception.values = Fh(e, t, r, a.originalException, n, i.exception.values, o, 0));
}
function Fh(e, t, n, r, i, a, o, s) {
	if (a.length >= n + 1) return a;
	let c = [...a];
	if (qa(r[i])) {
		Rh(o, s, r);
		let a = e(t, r[i]), l = c.length;
		zh(a, i, l, s), c = Fh(e, t, n, r[i], i, [a, ...c], a, l);
	}
	return Ih(r) && r.errors.forEach((a, l) => {
		if (c.length < n + 1 && qa(a)) {
			Rh(o, s, r);
			let u = e(t, a), d = c.length;
			zh(u, `errors[${l}]`, d, s), c = Fh(e, t, n, a, i, [u, ...c], u, d);
		}
	}), Lh(r) && ["error", "suppressed"].forEach((a) => {
		let l = r[a];
		if (c.length < n + 1 && qa(l)) {
			Rh(o, s, r);
			let u = e(t, l), d = c.length;
			zh(u, a, d, s), c = Fh(e, t, n, l, i, [u, ...c], u, d);
		}
	}), c;
}
function Ih(e) {
	return Array.isArray(e.errors);
}
function Lh(e) {
	return "error" in e && "suppressed" in e;
}
function Rh(e, t, n) {
	e.mechanism = {
		handled: !0,
		type: "auto.core.linked_errors",
		...Ih(n) && { is_exception_group: !0 },
		...e.mechanism,
		exception_id: t
	};
}
function zh(e, t, n, r) {
	e.mechanism = {
		handled: !0,
		...e.mechanism,
		type: "chained",
		source: t,
		exception_id: n,
		parent_id: r
	};
}
// ../../../node_modules/@sentry/core/build/esm/utils/eventbuilder.js
function Bh(e) {
	return qa(e) && "__sentry_fetch_url_host__" in e && typeof e.__sentry_fetch_url_host__ == "string";
}
function Vh(e) {
	return Bh(e) ? `${e.message} (${e.__sentry_fetch_url_host__})` : e.message;
}
// ../../../node_modules/@sentry/core/build/esm/instrument/console.js
var Hh = /* @__PURE__ */ new Set([]);
function Uh(e) {
	let t = "console", n = Ra(t, e);
	return za(t, Kh), n;
}
function Wh(e) {
	for (let t of e) Hh.add(t);
	return () => {
		for (let t of e) Hh.delete(t);
	};
}
var Gh = /* @__PURE__ */ new Set();
function Kh() {
	"console" in T && ma.forEach(function(e) {
		!Gh.has(e) && e in T.console && (Gh.add(e), O(T.console, e, function(t) {
			return ga[e] = t, function(...t) {
				let n = t[0], r = ga[e], i = Hh.size && typeof n == "string" && Io(n, Hh);
				i || D("console", {
					args: t,
					level: e
				}), (!i || w && E.isEnabled()) && r?.apply(T.console, t);
			};
		}));
	});
}
// ../../../node_modules/@sentry/core/build/esm/utils/severity.js
function qh(e) {
	return e === "warn" ? "warning" : [
		"fatal",
		"error",
		"warning",
		"log",
		"info",
		"debug"
	].includes(e) ? e : "log";
}
// ../../../node_modules/@sentry/core/build/esm/integrations/dedupe.js
var Jh = "Dedupe", Yh = H((() => {
	let e;
	return {
		name: Jh,
		processEvent(t) {
			if (t.type) return t;
			try {
				if (Xh(t, e)) return w && E.warn("Event dropped due to being a duplicate of previously captured event."), null;
			} catch {}
			return e = t;
		}
	};
}));
function Xh(e, t) {
	return t ? !!(Zh(e, t) || Qh(e, t)) : !1;
}
function Zh(e, t) {
	let n = e.message, r = t.message;
	return !(!n && !r || n && !r || !n && r || n !== r || !eg(e, t) || !$h(e, t));
}
function Qh(e, t) {
	let n = tg(t), r = tg(e);
	return !(!n || !r || n.type !== r.type || n.value !== r.value || !eg(e, t) || !$h(e, t));
}
function $h(e, t) {
	let n = Fa(e), r = Fa(t);
	if (!n || !r) return !n && !r;
	if (r.length !== n.length) return !1;
	for (let e = 0; e < r.length; e++) {
		let t = r[e], i = n[e];
		if (t.filename !== i.filename || t.lineno !== i.lineno || t.colno !== i.colno || t.function !== i.function) return !1;
	}
	return !0;
}
function eg(e, t) {
	let n = e.fingerprint, r = t.fingerprint;
	if (!n || !r) return !n && !r;
	try {
		return n.join("") === r.join("");
	} catch {
		return !1;
	}
}
function tg(e) {
	return e.exception?.values?.[0];
}
// ../../../node_modules/@sentry/core/build/esm/integrations/console.js
var ng = "Console", rg = H((e = {}) => {
	let t = new Set(e.levels || ma);
	return {
		name: ng,
		setup(n) {
			let r = Uh(({ args: e, level: r }) => {
				P() === n && t.has(r) && ig(r, e);
			});
			if (n.registerCleanup(r), e.filter) {
				let t = Wh(e.filter);
				n.registerCleanup(t);
			}
		}
	};
});
function ig(e, t) {
	let n = {
		category: "console",
		data: {
			arguments: t,
			logger: "console"
		},
		level: qh(e),
		message: ag(t)
	};
	if (e === "assert") {
		if (t[0] === !1) {
			let e = t.slice(1);
			n.message = e.length > 0 ? `Assertion failed: ${ag(e)}` : "Assertion failed", n.data.arguments = e;
		} else return;
	}
	vh(n, {
		input: t,
		level: e
	});
}
function ag(e) {
	return "util" in T && typeof T.util.format == "function" ? T.util.format(...e) : Po(e, " ");
}
// ../../../node_modules/@sentry/core/build/esm/integrations/conversationId.js
var og = "ConversationId", sg = H((() => ({
	name: og,
	setup(e) {
		e.on("spanStart", (e) => {
			let t = N().getScopeData(), n = Is().getScopeData(), r = t.conversationId || n.conversationId;
			if (r) {
				let { op: t, data: n, description: i } = L(e);
				if (!t?.startsWith("gen_ai.") && !n["ai.operationId"] && !i?.startsWith("ai.")) return;
				e.setAttribute(sc, r);
			}
		});
	}
})));
// ../../../node_modules/@sentry/core/build/esm/fetch.js
function cg(e, t, n, r, i) {
	if (!e.fetchData) return;
	let { method: a, url: o } = e.fetchData, s = V() && t(o);
	if (e.endTimestamp) {
		let t = e.fetchData.__span;
		if (!t) return;
		let n = r[t];
		n && (s && (dg(n, e), lg(n, e, i)), delete r[t]);
		return;
	}
	let { spanOrigin: c = "auto.http.browser", propagateTraceparent: l = !1, urlBase: u } = i ?? {}, d = P(), f = !!B(), p = f || !!d && U(d), m = s && p ? xf(hg(o, a, c, d, u)) : new Qu(), h = Mf(m) && f ? void 0 : m;
	if (s && !p && d?.recordDroppedEvent("no_parent_span", "span"), e.fetchData.__span = m.spanContext().spanId, r[m.spanContext().spanId] = m, n(e.fetchData.url)) {
		let t = e.args[0], n = { ...e.args[1] || {} }, r = ug(t, n, V() && p ? h : void 0, l);
		r && (e.args[1] = n, n.headers = r);
	}
	if (d) {
		let t = {
			input: e.args,
			response: e.response,
			startTimestamp: e.startTimestamp,
			endTimestamp: e.endTimestamp
		};
		d.emit("beforeOutgoingRequestSpan", m, t);
	}
	return m;
}
function lg(e, t, n) {
	n?.onRequestSpanEnd?.(e, {
		headers: t.response?.headers,
		error: t.error
	});
}
function ug(e, t, n, r) {
	let i = dh({
		span: n,
		propagateTraceparent: r
	}), a = i["sentry-trace"], o = i.baggage, s = i.traceparent;
	if (!a) return;
	let c = t.headers || (so(e) ? e.headers : void 0);
	if (!c) return {
		"sentry-trace": a,
		...o && { baggage: o },
		...s && { traceparent: s }
	};
	if (pg(c)) {
		let e = new Headers(c);
		if (e.get("sentry-trace") || e.set("sentry-trace", a), r && s && !e.get("traceparent") && e.set("traceparent", s), o) {
			let t = e.get("baggage");
			t ? fg(t) || e.set("baggage", `${t},${o}`) : e.set("baggage", o);
		}
		return e;
	}
	if (mg(c)) {
		let e = [...c];
		e.find((e) => e[0] === "sentry-trace") || e.push(["sentry-trace", a]), r && s && !e.find((e) => e[0] === "traceparent") && e.push(["traceparent", s]);
		let t = c.find((e) => e[0] === "baggage" && typeof e[1] == "string" && fg(e[1]));
		return o && !t && e.push(["baggage", o]), e;
	}
	{
		let e = "sentry-trace" in c ? c["sentry-trace"] : void 0, t = "traceparent" in c ? c.traceparent : void 0, n = "baggage" in c ? c.baggage : void 0, i = n ? Array.isArray(n) ? [...n] : [n] : [], l = n && (Array.isArray(n) ? n.find((e) => fg(e)) : fg(n));
		o && !l && i.push(o);
		let u = Object.assign({}, c, {
			"sentry-trace": e ?? a,
			...i.length > 0 && { baggage: i.join(",") }
		});
		return r && s && !t && (u.traceparent = s), u;
	}
}
function dg(e, t) {
	if (t.response) {
		jl(e, t.response.status);
		let n = t.response?.headers?.get("content-length");
		if (n) {
			let t = parseInt(n);
			t > 0 && e.setAttribute(Tc, t);
		}
	} else t.error && e.setStatus({
		code: 2,
		message: "internal_error"
	});
	e.end();
}
function fg(e) {
	return typeof e == "string" && e.split(",").some((e) => e.trim().startsWith(Bl));
}
function pg(e) {
	return typeof Headers < "u" && oo(e, Headers);
}
function mg(e) {
	return Array.isArray(e) ? e.every((e) => Array.isArray(e) && e.length === 2 && typeof e[0] == "string") : !1;
}
function hg(e, t, n, r, i) {
	let a = !!r && U(r), o = nh(e, i);
	if (e.startsWith("data:")) {
		let i = ah(e);
		return {
			name: a ? t : `${t} ${i}`,
			attributes: gg(e, void 0, t, n, r, o)
		};
	}
	let s = Qm(e), c = s ? $m(s) : e;
	return {
		name: a ? o ? `${t} ${o}` : t : `${t} ${c}`,
		attributes: gg(e, s, t, n, r, o)
	};
}
function gg(e, t, n, r, i, a) {
	let o = {
		[ml]: G(ah(e), i),
		type: "fetch",
		[mc]: n,
		[I]: r,
		[F]: dp,
		[fl]: a
	};
	return t && (Zm(t) || (o[ml] = G(ah(t.href), i), o[cl] = t.hostname, o[ll] = t.port ? Number(t.port) : void 0), o[gl] = Ym(eh(t.search), i), o[pl] = th(t.hash)), o;
}
// ../../../node_modules/@sentry/core/build/esm/utils/supports.js
var _g = T;
function vg() {
	if (!("fetch" in _g)) return !1;
	try {
		return new Headers(), new Request("data:,"), new Response(), !0;
	} catch {
		return !1;
	}
}
function yg(e) {
	return e && /^function\s+\w+\(\)\s+\{\s+\[native code\]\s+\}$/.test(e.toString());
}
function bg() {
	if (typeof EdgeRuntime == "string") return !0;
	if (!vg()) return !1;
	if (yg(_g.fetch)) return !0;
	let e = !1, t = _g.document;
	if (t && typeof t.createElement == "function") try {
		let n = t.createElement("iframe");
		n.hidden = !0, t.head.appendChild(n), n.contentWindow?.fetch && (e = yg(n.contentWindow.fetch)), t.head.removeChild(n);
	} catch (e) {
		w && E.warn("Could not create sandbox iframe for pure fetch check, bailing to window.fetch: ", e);
	}
	return e;
}
// ../../../node_modules/@sentry/core/build/esm/instrument/fetch.js
function xg(e) {
	let t = "fetch", n = Ra(t, e);
	return za(t, () => Sg()), n;
}
function Sg(e) {
	(!Gd() || bg()) && O(T, "fetch", function(t) {
		return new Proxy(t, { apply(t, n, r) {
			let i = /* @__PURE__ */ Error(), { method: a, url: o } = Tg(r), s = {
				args: r,
				fetchData: {
					method: a,
					url: o
				},
				startTimestamp: M() * 1e3,
				virtualError: i,
				headers: Eg(r)
			};
			return e || D("fetch", { ...s }), Reflect.apply(t, T, r).then(async (t) => (e ? e(t) : D("fetch", {
				...s,
				endTimestamp: M() * 1e3,
				response: t
			}), t), (e) => {
				D("fetch", {
					...s,
					endTimestamp: M() * 1e3,
					error: e
				}), qa(e) && e.stack === void 0 && (e.stack = i.stack, k(e, "framesToPop", 1));
				let t = P()?.getOptions().enhanceFetchErrorMessages ?? "always";
				if (t !== !1 && qa(e) && e.name === "TypeError" && (e.message === "Failed to fetch" || e.message === "Load failed" || e.message === "NetworkError when attempting to fetch resource.")) try {
					let n = new URL(s.fetchData.url, T.location?.href).host;
					n && (t === "always" ? e.message = `${e.message} (${n})` : k(e, "__sentry_fetch_url_host__", n));
				} catch {}
				throw e;
			});
		} });
	});
}
function Cg(e, t) {
	return no(e) && !!e[t];
}
function wg(e) {
	return typeof e == "string" ? e : e ? Cg(e, "url") ? e.url : e.toString ? e.toString() : "" : "";
}
function Tg(e) {
	if (e.length === 0) return {
		method: "GET",
		url: ""
	};
	if (e.length === 2) {
		let [t, n] = e;
		return {
			url: wg(t),
			method: Cg(n, "method") ? String(n.method).toUpperCase() : so(t) && Cg(t, "method") ? String(t.method).toUpperCase() : "GET"
		};
	}
	let t = e[0];
	return {
		url: wg(t),
		method: Cg(t, "method") ? String(t.method).toUpperCase() : "GET"
	};
}
function Eg(e) {
	let [t, n] = e;
	try {
		if (typeof n == "object" && n && "headers" in n && n.headers) return new Headers(n.headers);
		if (so(t)) return new Headers(t.headers);
	} catch {}
}
// ../../../node_modules/@sentry/core/build/esm/utils/breadcrumb-log-level.js
function Dg(e) {
	if (e !== void 0) {
		if (e >= 400 && e < 500) return "warning";
		if (e >= 500) return "error";
	}
}
// ../../../node_modules/@sentry/core/build/esm/utils/lru.js
var Og = class {
	constructor(e) {
		this._maxSize = e, this._cache = /* @__PURE__ */ new Map();
	}
	get size() {
		return this._cache.size;
	}
	get(e) {
		let t = this._cache.get(e);
		if (t !== void 0) return this._cache.delete(e), this._cache.set(e, t), t;
	}
	set(e, t) {
		if (this._cache.delete(e), this._cache.size >= this._maxSize) {
			let e = this._cache.keys().next().value;
			this._cache.delete(e);
		}
		this._cache.set(e, t);
	}
	remove(e) {
		let t = this._cache.get(e);
		return t && this._cache.delete(e), t;
	}
	clear() {
		this._cache.clear();
	}
	keys() {
		return Array.from(this._cache.keys());
	}
	values() {
		let e = [];
		return this._cache.forEach((t) => e.push(t)), e;
	}
}, kg = -1, Ag = () => kg, jg = (e) => {
	addEventListener("pageshow", (t) => {
		t.persisted && (kg = t.timeStamp, e(t));
	}, !0);
}, K = (e, t, n, r) => {
	let i, a;
	return (o) => {
		t.value >= 0 && (o || r) && (a = t.value - (i ?? 0), (a || i === void 0) && (i = t.value, t.delta = a, t.rating = ((e, t) => e > t[1] ? "poor" : e > t[0] ? "needs-improvement" : "good")(t.value, n), e(t)));
	};
}, Mg = (e) => {
	requestAnimationFrame(() => requestAnimationFrame(() => e()));
}, Ng = () => {
	let e = performance.getEntriesByType("navigation")[0];
	if (e && e.responseStart > 0 && e.responseStart < performance.now()) return e;
}, Pg = () => Ng()?.activationStart ?? 0, Fg = -1, Ig = /* @__PURE__ */ new Set(), Lg = () => document.visibilityState !== "hidden" || document.prerendering ? 1 / 0 : 0, Rg = (e) => {
	if (document.visibilityState === "hidden") {
		if (e.type === "visibilitychange") for (let e of Ig) e();
		isFinite(Fg) || (Fg = e.type === "visibilitychange" ? e.timeStamp : 0, removeEventListener("prerenderingchange", Rg, !0));
	}
}, zg = (e = !1) => {
	if (e && (Fg = 1 / 0), Fg < 0) {
		let e = Pg();
		Fg = (document.prerendering ? void 0 : globalThis.performance.getEntriesByType("visibility-state").find((t) => t.name === "hidden" && t.startTime >= e)?.startTime) ?? Lg(), addEventListener("visibilitychange", Rg, !0), addEventListener("prerenderingchange", Rg, !0), jg(() => {
			setTimeout(() => {
				Fg = Lg();
			});
		});
	}
	return {
		get firstHiddenTime() {
			return Fg;
		},
		onHidden(e) {
			Ig.add(e);
		}
	};
}, q = (e, t = -1, n, r = 0, i, a, o) => {
	let s = Ng(), c = s?.navigationId || 0, l = "navigate";
	return n ? l = n : Ag() >= 0 ? l = "back-forward-cache" : s && (document.prerendering || Pg() > 0 ? l = "prerender" : document.wasDiscarded ? l = "restore" : s.type && (l = s.type.replace(/_/g, "-"))), {
		name: e,
		value: t,
		rating: "good",
		delta: 0,
		entries: [],
		id: `v6-${Date.now()}-${Math.floor(8999999999999 * Math.random()) + 0xe8d4a51000}`,
		navigationType: l,
		navigationId: r || c,
		navigationInteractionId: i,
		navigationURL: a || s?.name,
		navigationStartTime: o || 0
	};
}, Bg = /* @__PURE__ */ new WeakMap();
function Vg(e, t) {
	let n = Bg.get(t);
	return n || (n = /* @__PURE__ */ new WeakMap(), Bg.set(t, n)), n.get(e) || n.set(e, new t()), n.get(e);
}
var Hg = class {
	t;
	i = 0;
	o = [];
	h(e) {
		if (e.hadRecentInput) return;
		let t = this.o[0], n = this.o.at(-1);
		this.i && t && n && e.startTime - n.startTime < 1e3 && e.startTime - t.startTime < 5e3 ? (this.i += e.value, this.o.push(e)) : (this.i = e.value, this.o = [e]), this.t?.(e);
	}
}, Ug = (e, t, n = {}) => {
	try {
		let r = e.filter((e) => PerformanceObserver.supportedEntryTypes.includes(e));
		if (r.length > 0) {
			let e = new PerformanceObserver((e) => {
				queueMicrotask(() => {
					let n = e.getEntries();
					r.length > 1 && n.sort((e, t) => e.startTime + e.duration - (t.startTime + t.duration)), t(n);
				});
			});
			for (let t of r) e.observe({
				type: t,
				buffered: !0,
				...n
			});
			return e;
		}
	} catch {}
}, Wg = (e) => globalThis.PerformanceObserver?.supportedEntryTypes?.includes("soft-navigation") && typeof globalThis.PerformanceSoftNavigation?.prototype?.getLargestInteractionContentfulPaint == "function" && e && e.reportSoftNavs, Gg = (e, t) => {
	if (e.set(t.navigationId, t), e.size > 2) {
		let t = e.keys().next().value;
		t !== void 0 && e.delete(t);
	}
}, Kg = (e) => {
	let t = !1;
	return () => {
		t ||= (e(), !0);
	};
}, qg = class {
	l;
}, Jg = (e) => {
	document.prerendering ? addEventListener("prerenderingchange", e, !0) : e();
}, Yg = [1800, 3e3], Xg = (e, t = {}) => {
	let n = Wg(t);
	Jg(() => {
		let r = Vg(t, qg), i = zg(), a, o = q("FCP"), s = Ug(["paint"], (e) => {
			for (let t of e) t.name === "first-contentful-paint" && (s.disconnect(), t.startTime < i.firstHiddenTime && (o.value = Math.max(t.startTime - Pg(), 0), o.entries.push(t), o.navigationId = t.navigationId || o.navigationId, a(!0)));
		});
		s && (a = K(e, o, Yg, t.reportAllChanges), jg((n) => {
			o = q("FCP", -1, "back-forward-cache", o.navigationId, o.navigationInteractionId, o.navigationURL, Ag()), a = K(e, o, Yg, t.reportAllChanges), Mg(() => {
				o.value = performance.now() - n.timeStamp, a(!0);
			});
		})), n && Ug(["soft-navigation"], (n) => {
			n.forEach((n) => {
				r.l && n.navigationId && Gg(r.l, n), o = q("FCP", Math.max((n.presentationTime || n.paintTime || 0) - n.startTime, 0), "soft-navigation", n.navigationId, n.interactionId, n.name, n.startTime), a = K(e, o, Yg, t.reportAllChanges), a(!0);
			});
		}, t);
	});
}, Zg = [.1, .25], Qg = (e, t = {}) => {
	let n = zg();
	Xg(Kg(() => {
		let r, i = q("CLS", 0), a = Vg(t, Hg), o = (n, o, s, c, l) => {
			i = q("CLS", 0, n, o, s, c, l), a.i = 0, r = K(e, i, Zg, t.reportAllChanges);
		}, s = (e = !1) => {
			a.i > i.value && (i.value = a.i, i.entries = a.o), r(e);
		}, c = (e) => {
			s(!0), o("soft-navigation", e.navigationId, e.interactionId, e.name, e.startTime);
		}, l = (e) => {
			for (let t of e) t.entryType === "soft-navigation" ? c(t) : a.h(t);
			s();
		}, u = ["layout-shift"];
		Wg(t) && u.push("soft-navigation");
		let d = Ug(u, l);
		d && (r = K(e, i, Zg, t.reportAllChanges), n.onHidden(() => {
			l(d.takeRecords()), r(!0);
		}), jg(() => {
			o("back-forward-cache", i.navigationId, i.navigationInteractionId, i.navigationURL, Ag()), Mg(r);
		}), setTimeout(r));
	}));
}, $g = 0, e_ = 1 / 0, t_ = 0, n_ = (e) => {
	for (let t of e) t.interactionId && (e_ = Math.min(e_, t.interactionId), t_ = Math.max(t_, t.interactionId), $g = t_ ? (t_ - e_) / 7 + 1 : 0);
}, r_, i_ = () => r_ ? $g : performance.interactionCount ?? 0, a_ = () => {
	"interactionCount" in performance || r_ || (r_ = Ug(["event"], n_, { durationThreshold: 0 }));
}, o_ = class {
	u = 0;
	v = [];
	m = /* @__PURE__ */ new Map();
	p;
	T;
	_() {
		return i_() - this.u;
	}
	M() {
		this.u = i_(), this.v.length = 0, this.m.clear();
	}
	L(e) {
		let t = this._(), n = Math.min(this.v.length - 1, Math.floor(t / 50));
		return !t || n !== -1 || e !== "soft-navigation" && e !== "back-forward-cache" ? this.v[n] : {
			P: 8,
			id: -1,
			entries: []
		};
	}
	h(e) {
		if (this.p?.(e), !e.interactionId) return;
		let t = this.v.at(-1), n = this.m.get(e.interactionId);
		if (n || this.v.length < 10 || e.duration > t.P) {
			if (n ? e.duration > n.P ? (n.entries = [e], n.P = e.duration) : e.duration === n.P && e.startTime === n.entries[0].startTime && n.entries.push(e) : (n = {
				id: e.interactionId,
				entries: [e],
				P: e.duration
			}, this.m.set(n.id, n), this.v.push(n)), this.v.sort((e, t) => t.P - e.P), this.v.length > 10) {
				let e = this.v.splice(10);
				for (let t of e) this.m.delete(t.id);
			}
			this.T?.(n);
		}
	}
}, s_ = (e) => {
	let t = "requestIdleCallback" in globalThis ? 1e3 : 0, n = globalThis.requestIdleCallback || setTimeout, r = globalThis.cancelIdleCallback || clearTimeout;
	if (document.visibilityState === "hidden") e();
	else {
		let i = Kg(e), a = -1, o = () => {
			r(a), i();
		};
		addEventListener("visibilitychange", o, {
			once: !0,
			capture: !0
		}), a = n(() => {
			removeEventListener("visibilitychange", o, { capture: !0 }), i();
		}, { timeout: t });
	}
}, c_ = [200, 500], l_ = (e, t = {}) => {
	if (!globalThis.PerformanceEventTiming || !("interactionId" in PerformanceEventTiming.prototype)) return;
	let n = zg();
	Jg(() => {
		a_();
		let r, i = q("INP"), a = Vg(t, o_), o = (n, o, s, c, l) => {
			a.M(), i = q("INP", -1, n, o, s, c, l), r = K(e, i, c_, t.reportAllChanges);
		}, s = () => {
			let e = a.L(i.navigationType);
			e && e.P !== i.value && (i.value = e.P, i.entries = e.entries, r());
		}, c = (e) => {
			s(), r(!0), o("soft-navigation", e.navigationId, e.interactionId, e.name, e.startTime);
		}, l = (e, t = !1) => {
			s_(() => {
				for (let t of e) t.entryType === "soft-navigation" ? c(t) : a.h(t);
				s(), t && r(!0);
			});
		}, u = ["event", "first-input"];
		Wg(t) && u.push("soft-navigation");
		let d = Ug(u, l, {
			...t,
			durationThreshold: t.durationThreshold ?? 40
		});
		r = K(e, i, c_, t.reportAllChanges), d && (n.onHidden(() => {
			l(d.takeRecords(), !0);
		}), jg(() => {
			o("back-forward-cache", i.navigationId, i.navigationInteractionId, i.navigationURL, Ag());
		}));
	});
}, u_ = class {
	p;
	l;
	h(e) {
		this.p?.(e);
	}
}, d_ = [2500, 4e3], f_ = (e, t = {}) => {
	let n = !1, r = Wg(t);
	Jg(() => {
		let i, a = zg(), o = q("LCP"), s = Vg(t, u_), c = (r, s, c, l, u) => {
			o = q("LCP", -1, r, s, c, l, u), i = K(e, o, d_, t.reportAllChanges), n = !1, r === "soft-navigation" && (a = zg(!0));
		}, l = (e) => {
			s.l && e.navigationId && Gg(s.l, e), n || i(!0), c("soft-navigation", e.navigationId, e.interactionId, e.name, e.startTime);
			let t = e.getLargestInteractionContentfulPaint?.();
			t && u([t]);
		}, u = (e) => {
			t.reportAllChanges || r || (e = e.slice(-1));
			for (let t of e) {
				if (!t) continue;
				if (t.entryType === "soft-navigation") {
					l(t);
					continue;
				}
				let e = 0, n = [], r = t.startTime;
				if (t.entryType === "largest-contentful-paint") e = Math.max(t.startTime - Pg(), 0), s.h(t), n = [t];
				else if (t.entryType === "interaction-contentful-paint") {
					let i = t;
					if (!o.navigationId || "interactionId" in i && i.interactionId != o.navigationInteractionId) continue;
					r = i.largestContentfulPaint?.renderTime || 0, e = Math.max(r - t.startTime, 0), i.largestContentfulPaint && (s.h(i.largestContentfulPaint), n = [i.largestContentfulPaint]);
				}
				r < a.firstHiddenTime && (o.value = e, o.entries = n, i());
			}
		}, d = ["largest-contentful-paint"];
		r && d.push("interaction-contentful-paint", "soft-navigation");
		let f = Ug(d, u);
		if (f) {
			i = K(e, o, d_, t.reportAllChanges);
			let a = [
				"keydown",
				"click",
				"visibilitychange"
			], s = (e) => {
				if (e.isTrusted && !n) {
					let e = o.id;
					s_(() => {
						if (!n) {
							if (!r) {
								f.disconnect();
								for (let e of a) removeEventListener(e, s, { capture: !0 });
							}
							e === o.id && (n = !0, i(!0));
						}
					});
				}
			};
			for (let e of a) addEventListener(e, s, { capture: !0 });
			jg((r) => {
				c("back-forward-cache", o.navigationId, o.navigationInteractionId, o.navigationURL, Ag()), i = K(e, o, d_, t.reportAllChanges), Mg(() => {
					o.value = performance.now() - r.timeStamp, n = !0, i(!0);
				});
			});
		}
	});
}, p_ = [800, 1800], m_ = (e) => {
	document.prerendering ? Jg(() => m_(e)) : document.readyState === "complete" ? setTimeout(e) : addEventListener("load", () => m_(e), !0);
}, h_ = (e, t = {}) => {
	let n = Wg(t), r = q("TTFB"), i = K(e, r, p_, t.reportAllChanges);
	m_(() => {
		let a = Ng();
		if (a) {
			let o = a.responseStart;
			r.value = Math.max(o - Pg(), 0), r.entries = [a], i(!0), jg(() => {
				r = q("TTFB", 0, "back-forward-cache", r.navigationId, r.navigationInteractionId, r.navigationURL, Ag()), i = K(e, r, p_, t.reportAllChanges), i(!0);
			}), n && Ug(["soft-navigation"], (n) => {
				n.forEach((n) => {
					n.navigationId && (r = q("TTFB", 0, "soft-navigation", n.navigationId, n.interactionId, n.name, n.startTime), r.entries = [n], i = K(e, r, p_, t.reportAllChanges), i(!0));
				});
			}, t);
		}
	});
}, J = typeof __SENTRY_DEBUG__ > "u" || __SENTRY_DEBUG__, g_ = {}, __ = {}, v_, y_, b_, x_, S_, C_ = {}, w_ = !1, T_ = !1;
function E_() {
	w_ = !0;
}
function D_() {
	T_ = !0;
}
function O_(e, t = !1) {
	return V_("cls", e, I_, v_, t);
}
function k_(e, t = !1) {
	return V_("lcp", e, L_, y_, t);
}
function A_(e) {
	return V_("ttfb", e, R_, b_);
}
function j_(e) {
	return V_("fcp", e, z_, S_);
}
function M_(e) {
	return V_("inp", e, B_, x_);
}
function N_(e, t) {
	return U_(e, t), __[e] || (H_(e), __[e] = !0), W_(e, t);
}
function P_(e, t) {
	let n = g_[e];
	if (n?.length) for (let r of n) try {
		r(t);
	} catch (t) {
		J && E.error(`Error while triggering instrumentation handler.
Type: ${e}
Name: ${Pa(r)}
Error:`, t);
	}
}
function F_(e) {
	return (t) => {
		(T_ || t.navigationType !== "back-forward-cache") && e(t);
	};
}
function I_() {
	return Qg(F_((e) => {
		P_("cls", { metric: e }), v_ = e;
	}), {
		reportAllChanges: !w_ && !T_,
		reportSoftNavs: w_
	});
}
function L_() {
	return f_(F_((e) => {
		P_("lcp", { metric: e }), y_ = e;
	}), {
		reportAllChanges: !w_ && !T_,
		reportSoftNavs: w_
	});
}
function R_() {
	return h_(F_((e) => {
		P_("ttfb", { metric: e }), b_ = e;
	}));
}
function z_() {
	return Xg(F_((e) => {
		P_("fcp", { metric: e }), S_ = e;
	}));
}
function B_() {
	return l_(F_((e) => {
		P_("inp", { metric: e }), x_ = e;
	}), { reportSoftNavs: w_ });
}
function V_(e, t, n, r, i = !1) {
	return U_(e, t), __[e] || (__[e] = !0, Promise.resolve().then(() => {
		C_[e] = n();
	})), r && t({ metric: r }), W_(e, t, i);
}
function H_(e) {
	let t = {
		type: e,
		buffered: !0
	};
	e === "event" && (t.durationThreshold = 0);
	try {
		PerformanceObserver.supportedEntryTypes.includes(e) && new PerformanceObserver((t) => {
			Promise.resolve().then(() => {
				P_(e, { entries: t.getEntries() });
			});
		}).observe(t);
	} catch {}
}
function U_(e, t) {
	g_[e] = g_[e] || [], g_[e].push(t);
}
function W_(e, t, n = !1) {
	return () => {
		n && C_[e]?.();
		let r = g_[e];
		if (!r) return;
		let i = r.indexOf(t);
		i !== -1 && r.splice(i, 1);
	};
}
function G_(e) {
	return "duration" in e;
}
// ../../../node_modules/@sentry/browser-utils/build/esm/types.js
var Y = T, K_ = 5, q_ = 5, J_, Y_, X_, Z_ = new Og(K_), Q_ = new Og(K_), $_ = !1;
function ev(e, t) {
	return Math.abs(e - t) <= q_;
}
function tv() {
	try {
		return PerformanceObserver.supportedEntryTypes.includes("soft-navigation") && typeof Y.PerformanceSoftNavigation?.prototype?.getLargestInteractionContentfulPaint == "function";
	} catch {
		return !1;
	}
}
function nv(e) {
	if ($_ || !tv()) return;
	$_ = !0;
	let t = (e) => {
		e.isTrusted && (X_ = e.timeStamp);
	};
	Y.addEventListener("click", t, {
		capture: !0,
		passive: !0
	}), Y.addEventListener("keydown", t, {
		capture: !0,
		passive: !0
	}), e.on("spanStart", (e) => {
		if (R(e).attributes?.["sentry.op"] !== "navigation") return;
		J_ = void 0;
		let t = X_;
		t != null && (Y_?.interactionTimestamp === t ? (Z_.set(Y_.interactionId, e), Y_ = void 0) : J_ = {
			span: e,
			interactionTimestamp: t
		});
	});
	let n = ({ entries: e }) => {
		for (let t of e) {
			if (!G_(t) || !t.interactionId) continue;
			let e = J_;
			e && ev(t.startTime, e.interactionTimestamp) ? (Z_.set(t.interactionId, e.span), J_ = void 0) : Z_.get(t.interactionId) || X_ != null && ev(t.startTime, X_) && (Y_ = {
				interactionId: t.interactionId,
				interactionTimestamp: X_
			});
		}
	};
	N_("event", n), N_("first-input", n), N_("soft-navigation", ({ entries: e }) => {
		for (let t of e) {
			let e = Z_.get(t.interactionId);
			e ? (Q_.set(t.navigationId, e), e.setAttribute(Vs, t.navigationId)) : J && E.log(`[SoftNav] No navigation span found for soft navigation ${t.navigationId}`, t);
		}
	});
}
function rv(e) {
	return e.navigationType === "soft-navigation" ? Q_.get(e.navigationId) || (e.navigationInteractionId == null ? void 0 : Z_.get(e.navigationInteractionId)) : void 0;
}
// ../../../node_modules/@sentry/browser-utils/build/esm/performance/utils.js
function iv(e) {
	return typeof e == "number" && isFinite(e);
}
function av(e, t, n, { ...r }) {
	let i = L(e).start_timestamp;
	return i && i > t && typeof e.updateStartTime == "function" && e.updateStartTime(t), Sf(e, () => {
		let e = Ff({
			startTime: t,
			...r
		});
		return e && e.end(n), e;
	});
}
function ov() {
	return Y.addEventListener && Y.performance;
}
function sv(e) {
	return e / 1e3;
}
function cv(e) {
	let t = "unknown", n = "unknown", r = "";
	for (let i of e) {
		if (i === "/") {
			[t, n] = e.split("/");
			break;
		}
		if (!isNaN(Number(i))) {
			t = r === "h" ? "http" : r, n = e.split(r)[1];
			break;
		}
		r += i;
	}
	return r === e && (t = r), {
		name: t,
		version: n
	};
}
function lv(e) {
	try {
		return PerformanceObserver.supportedEntryTypes.includes(e);
	} catch {
		return !1;
	}
}
// ../../../node_modules/@sentry/browser-utils/build/esm/performance/resourceTiming.js
function uv(e) {
	let t = {};
	if (e.nextHopProtocol != null) {
		let { name: n, version: r } = cv(e.nextHopProtocol);
		t[Rc] = r, t[Lc] = n;
	}
	if (j(e.startTime) === void 0) return t;
	let n = (t) => t && j(t, e.startTime);
	return dv({
		...t,
		[gc]: n(e.redirectStart),
		[hc]: n(e.redirectEnd),
		[Cc]: n(e.workerStart),
		[pc]: n(e.fetchStart),
		[fc]: n(e.domainLookupStart),
		[dc]: n(e.domainLookupEnd),
		[uc]: n(e.connectStart),
		[xc]: n(e.secureConnectionStart),
		[lc]: n(e.connectEnd),
		[_c]: n(e.requestStart),
		[yc]: n(e.responseStart),
		[vc]: n(e.responseEnd),
		[Sc]: e.responseStart == null ? void 0 : sv(e.responseStart)
	});
}
function dv(e) {
	return Object.fromEntries(Object.entries(e).filter(([, e]) => e != null));
}
// ../../../node_modules/@sentry/browser-utils/build/esm/performance/entries.js
var fv = 2147483647, pv = 0;
function mv() {
	N_("longtask", ({ entries: e }) => {
		let t = B();
		if (!t) return;
		let { attributes: n, start_timestamp: r } = R(t);
		for (let i of e) {
			let e = j(i.startTime);
			if (!e) continue;
			let a = sv(i.duration);
			n["sentry.op"] === "navigation" && r && e < r || av(t, e, e + a, {
				name: mp,
				op: rp,
				attributes: { [I]: "auto.ui.browser.metrics" }
			});
		}
	});
}
function hv() {
	new PerformanceObserver((e) => {
		let t = B();
		if (t) for (let n of e.getEntries()) {
			let e = j(n.startTime);
			if (!e || !n.scripts[0]) continue;
			let { start_timestamp: r, attributes: { [F]: i } } = R(t);
			if (i === "navigation" && r && e < r) continue;
			let a = sv(n.duration), o = { [I]: "auto.ui.browser.metrics" }, { invoker: s, invokerType: c, sourceURL: l, sourceFunctionName: u, sourceCharPosition: d } = n.scripts.reduce((e, t) => t.duration > e.duration ? t : e);
			o[Ks] = s, o[qs] = c, l && (o[Zs] = l), u && (o[Qs] = u), d !== -1 && (o[Js] = d), av(t, e, e + a, {
				name: mp,
				op: ip,
				attributes: o
			});
		}
	}).observe({
		type: "long-animation-frame",
		buffered: !0
	});
}
function gv(e, t) {
	let n = ov();
	if (!n?.getEntries) return;
	let { spanStreamingEnabled: r, ignoreResourceSpans: i } = t, a = n.getEntries(), { attributes: o, start_timestamp: s } = R(e);
	a.slice(pv).forEach((t) => {
		let n = j(t.startTime);
		if (!n) return;
		let a = sv(Math.max(0, t.duration));
		if (!(o["sentry.op"] === "navigation" && s && n < s)) switch (t.entryType) {
			case "navigation":
				vv(e, t, r);
				break;
			case "paint":
				_v(e, t, n, a);
				break;
			case "resource": wv(e, t, t.name, n, a, i, r);
		}
	}), pv = Math.max(a.length - 1, 0), Tv(e, r);
}
function _v(e, t, n, r) {
	av(e, n, n + r, {
		name: t.name,
		attributes: {
			[F]: Kf,
			[I]: "auto.resource.browser.metrics",
			[Us]: t.name
		}
	});
}
function vv(e, t, n) {
	xv(e, t, "unloadEvent", n), xv(e, t, "redirect", n), xv(e, t, "domContentLoadedEvent", n), xv(e, t, "loadEvent", n), xv(e, t, "connect", n), xv(e, t, "secureConnection", n), xv(e, t, "fetch", n), xv(e, t, "domainLookup", n), Cv(e, t, n);
}
function yv(e, t) {
	return j(t, e.startTime);
}
var bv = {
	secureConnection: Qf,
	fetch: $f,
	domainLookup: ep,
	unloadEvent: qf,
	redirect: Jf,
	connect: Zf,
	domContentLoadedEvent: Yf,
	loadEvent: Xf
};
function xv(e, t, n, r) {
	let i = t[Sv(n)], a = t[`${n}Start`];
	if (!a || !i) return;
	let o = bv[n], s = G(t.name);
	av(e, yv(t, a), yv(t, i), {
		name: r ? yp[o] : s,
		attributes: {
			[F]: o,
			[I]: "auto.ui.browser.metrics",
			[ml]: s,
			...n === "redirect" && t.redirectCount != null ? { "http.redirect_count": t.redirectCount } : {}
		}
	});
}
function Sv(e) {
	return e === "secureConnection" ? "connectEnd" : e === "fetch" ? "domainLookupStart" : `${e}End`;
}
function Cv(e, t, n) {
	let r = yv(t, t.requestStart), i = yv(t, t.responseEnd), a = yv(t, t.responseStart);
	if (t.responseEnd) {
		let o = G(t.name);
		av(e, r, i, {
			name: n ? yp[tp] : o,
			attributes: {
				[F]: tp,
				[I]: "auto.ui.browser.metrics",
				[ml]: o
			}
		}), av(e, a, i, {
			name: n ? yp[np] : o,
			attributes: {
				[F]: np,
				[I]: "auto.ui.browser.metrics",
				[ml]: o
			}
		});
	}
}
function wv(e, t, n, r, i, a, o) {
	if (t.initiatorType === "xmlhttprequest" || t.initiatorType === "fetch") return;
	let s = t.initiatorType ? `resource.${t.initiatorType}` : Gf;
	if (a?.includes(s)) return;
	let c = { [I]: "auto.resource.browser.metrics" }, l = rh(n);
	l.protocol && (c[_l] = l.protocol.split(":").pop());
	let u = l.host?.replace(/^.*@/, "");
	u && (c[cl] = u);
	let d = u?.replace(/:\d+$/, "");
	d && (c[fl] = d), c[bc] = n.includes(Y.location.origin);
	let f = G(n);
	c[ml] = f, Ev(t, c, [
		["responseStatus", Dc],
		["transferSize", Ec],
		["encodedBodySize", Tc],
		["decodedBodySize", wc],
		["renderBlockingStatus", Hc],
		["deliveryType", "http.response_delivery_type"]
	]);
	let p = {
		...c,
		...uv(t)
	};
	av(e, r, r + i, {
		name: o ? d || "Resource" : f.replace(Y.location.origin, ""),
		op: s,
		attributes: p
	});
}
function Tv(e, t) {
	let n = Y.navigator;
	if (!n) return;
	let r = n.connection;
	r && (r.effectiveType && e.setAttribute(t ? Pc : oc, r.effectiveType), r.type && e.setAttribute(t ? Ic : $s, r.type), iv(r.rtt) && (t ? e.setAttribute(Fc, r.rtt) : R(e).attributes["sentry.op"] === "pageload" && df("connection.rtt", r.rtt, "millisecond"))), iv(n.deviceMemory) && (t ? e.setAttribute(ic, n.deviceMemory) : e.setAttribute(rc, `${n.deviceMemory} GB`)), iv(n.hardwareConcurrency) && (t ? e.setAttribute(ac, n.hardwareConcurrency) : e.setAttribute(cc, String(n.hardwareConcurrency)));
}
function Ev(e, t, n) {
	n.forEach(([n, r]) => {
		let i = e[n];
		i != null && (typeof i == "number" && i < fv || typeof i == "string") && (t[r] = i);
	});
}
// ../../../node_modules/@sentry/browser-utils/build/esm/htmlTreeAsString.js
var Dv = 80, Ov = {};
try {
	typeof Node < "u" && (Ov.parentNode = Object.getOwnPropertyDescriptor(Node.prototype, "parentNode").get), typeof Element < "u" && (Ov.tagName = Object.getOwnPropertyDescriptor(Element.prototype, "tagName").get, Ov.id = Object.getOwnPropertyDescriptor(Element.prototype, "id").get, Ov.className = Object.getOwnPropertyDescriptor(Element.prototype, "className").get, Ov.getAttribute = Element.prototype.getAttribute), typeof HTMLElement < "u" && (Ov.dataset = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "dataset").get);
} catch {}
function kv(e, t, n) {
	let r = Ov[t];
	if (r) try {
		return r.call(e, n);
	} catch {}
	let i = e[t];
	return typeof i == "function" ? i.call(e, n) : i;
}
function Av(e, t = {}) {
	if (!e) return "<unknown>";
	try {
		let n = e, r = [], i = 0, a = 0, o, s = Array.isArray(t) ? t : t.keyAttrs, c = Array.isArray(t) ? void 0 : t.maskAttributeFn, l = !Array.isArray(t) && t.maxStringLength || Dv;
		for (; n && i++ < 5 && (o = jv(n, s, c), !(o === "html" || i > 1 && a + r.length * 3 + o.length >= l));) r.push(o), a += o.length, n = kv(n, "parentNode");
		return r.reverse().join(" > ");
	} catch {
		return "<unknown>";
	}
}
function jv(e, t, n) {
	let r = [], i = kv(e, "tagName");
	if (!i) return "";
	if (typeof HTMLElement < "u" && e instanceof HTMLElement) {
		let t = kv(e, "dataset");
		if (t) {
			if (t.sentryComponent) return n ? n("data-sentry-component", t.sentryComponent, e) : t.sentryComponent;
			if (t.sentryElement) return n ? n("data-sentry-element", t.sentryElement, e) : t.sentryElement;
		}
	}
	r.push(i.toLowerCase());
	let a = t?.length ? t.filter((t) => kv(e, "getAttribute", t)).map((t) => [t, kv(e, "getAttribute", t)]) : null;
	if (a?.length) a.forEach(([t, i]) => {
		r.push(`[${t}="${n && i ? n(t, i, e) : i}"]`);
	});
	else {
		let t = kv(e, "id");
		t && r.push(`#${n ? n("id", t, e) : t}`);
		let i = kv(e, "className");
		if (i && Qa(i)) {
			let t = (n ? n("class", i, e) : i).split(/\s+/);
			for (let e of t) r.push(`.${e}`);
		}
	}
	for (let t of [
		"aria-label",
		"type",
		"name",
		"title",
		"alt"
	]) {
		let i = kv(e, "getAttribute", t);
		i && r.push(`[${t}="${n ? n(t, i, e) : i}"]`);
	}
	return r.join("");
}
function Mv(e) {
	return e != null && e > 0 && e <= 6e4;
}
// ../../../node_modules/@sentry/browser-utils/build/esm/web-vitals/utils.js
function Nv(e, t, n) {
	Y.document && Y.addEventListener(e, t, n);
}
function Pv(e, t, n) {
	Y.document && Y.removeEventListener(e, t, n);
}
var Fv = (e = !0) => {
	let t = Y.performance?.getEntriesByType?.("navigation")[0];
	if (!e || t && t.responseStart > 0 && t.responseStart < performance.now()) return t;
}, Iv = () => Fv()?.activationStart ?? 0, Lv = (e) => {
	Nv("visibilitychange", (t) => {
		Y.document?.visibilityState === "hidden" && e(t);
	}, { capture: !0 });
}, Rv = -1, zv = /* @__PURE__ */ new Set(), Bv = () => Y.document?.visibilityState === "hidden" && !Y.document?.prerendering ? 0 : Infinity, Vv = (e) => {
	if (Y.document?.visibilityState === "hidden" && Rv > -1) {
		if (e.type === "visibilitychange") for (let e of zv) e();
		isFinite(Rv) || (Rv = e.type === "visibilitychange" ? e.timeStamp : 0, Pv("prerenderingchange", Vv, !0));
	}
}, Hv = () => {
	if (Y.document && Rv < 0) {
		let e = Iv();
		Rv = (Y.document.prerendering ? void 0 : globalThis.performance.getEntriesByType("visibility-state").filter((t) => t.name === "hidden" && t.startTime > e)[0]?.startTime) ?? Bv(), Nv("visibilitychange", Vv, !0), Nv("prerenderingchange", Vv, !0);
	}
	return {
		get firstHiddenTime() {
			return Rv;
		},
		onHidden(e) {
			zv.add(e);
		}
	};
}, Uv = (e) => {
	let t = Y.requestIdleCallback || Y.setTimeout;
	if (Y.document?.visibilityState === "hidden") e();
	else {
		let n = !1, r = () => {
			n ||= (e(), !0);
		};
		Nv("visibilitychange", r, {
			once: !0,
			capture: !0
		}), t(() => {
			r(), Pv("visibilitychange", r, { capture: !0 });
		});
	}
}, X = {}, Z, Wv, Gv;
function Kv({ trackCls: e, trackLcp: t }) {
	if (ov() && rs()) {
		let n = t ? Jv() : void 0, r = e ? qv() : void 0, i = Yv(), a = Xv(), o = Zv();
		return () => {
			i(), a(), o(), n?.(), r?.();
		};
	}
	return () => void 0;
}
function qv() {
	return O_(({ metric: e }) => {
		let t = e.entries[e.entries.length - 1];
		t && (X.cls = {
			value: e.value,
			unit: ""
		}, Wv = t);
	}, !0);
}
function Jv() {
	return k_(({ metric: e }) => {
		let t = e.entries[e.entries.length - 1];
		t && Mv(e.value) && (X.lcp = {
			value: e.value,
			unit: "millisecond"
		}, Z = t);
	}, !0);
}
function Yv() {
	return A_(({ metric: e }) => {
		Gv = e.navigationType, e.entries[e.entries.length - 1] && (X.ttfb = {
			value: e.value,
			unit: "millisecond"
		});
	});
}
function Xv() {
	return j_(({ metric: e }) => {
		Gv = e.navigationType, X.fcp = {
			value: e.value,
			unit: "millisecond"
		};
	});
}
function Zv() {
	return N_("paint", ({ entries: e }) => {
		let t = Hv();
		for (let n of e) n.name === "first-paint" && n.startTime < t.firstHiddenTime && (X.fp = {
			value: n.startTime,
			unit: "millisecond"
		});
	});
}
function Qv(e, t) {
	let n = rs();
	if (!ov()?.getEntries || !n) {
		$v();
		return;
	}
	let { spanStreamingEnabled: r, recordClsOnPageloadSpan: i, recordLcpOnPageloadSpan: a } = t, o = sv(n);
	if (R(e).attributes["sentry.op"] === "pageload") {
		if (ny(X), ty(X), r) {
			let t = (t, n, r) => {
				let i = r ?? `browser.web_vital.${t}.value`;
				e.setAttribute(i, n), J && E.log("Setting web vital attribute", { [i]: n }, "on pageload span");
			};
			[
				"ttfb",
				"fp",
				"fcp"
			].forEach((e) => {
				X[e] && t(e, X[e].value);
			}), X["ttfb.requestTime"] && t("ttfb.requestTime", X["ttfb.requestTime"].value, Xs);
		} else i || delete X.cls, a || delete X.lcp, Object.entries(X).forEach(([t, n]) => {
			df(t, n.value, n.unit, e);
		}), ey(e, t);
		Gv && e.setAttribute(Hs, Gv), e.setAttribute(r ? Gs : Bc, o), e.setAttribute(r ? Ws : zc, Iv());
	}
	$v();
}
function $v() {
	Z = void 0, Wv = void 0, Gv = void 0, X = {};
}
function ey(e, t) {
	Z && t.recordLcpOnPageloadSpan && (Z.element && e.setAttribute(Oc, Av(Z.element)), Z.id && e.setAttribute(kc, Z.id), Z.url && e.setAttribute(Nc, G(Z.url.trim()).slice(0, 200)), Z.loadTime != null && e.setAttribute(Ac, Z.loadTime), Z.renderTime != null && e.setAttribute(jc, Z.renderTime), e.setAttribute(Mc, Z.size)), Wv?.sources && t.recordClsOnPageloadSpan && Wv.sources.forEach((t, n) => e.setAttribute(`cls.source.${n + 1}`, Av(t.node)));
}
function ty(e) {
	let t = e.fp;
	t && (t.value = Math.max(t.value - Iv(), 0));
}
function ny(e) {
	let t = Fv(!1);
	if (!t) return;
	let { responseStart: n, requestStart: r } = t;
	r <= n && (e["ttfb.requestTime"] = {
		value: n - r,
		unit: "millisecond"
	});
}
// ../../../node_modules/@sentry/browser-utils/build/esm/web-vitals/inp.js
var ry = [], iy = /* @__PURE__ */ new Map(), ay = /* @__PURE__ */ new Map(), oy = {
	click: "click",
	pointerdown: "click",
	pointerup: "click",
	mousedown: "click",
	mouseup: "click",
	touchstart: "click",
	touchend: "click",
	mouseover: "hover",
	mouseout: "hover",
	mouseenter: "hover",
	mouseleave: "hover",
	pointerover: "hover",
	pointerout: "hover",
	pointerenter: "hover",
	pointerleave: "hover",
	dragstart: "drag",
	dragend: "drag",
	drag: "drag",
	dragenter: "drag",
	dragleave: "drag",
	dragover: "drag",
	drop: "drag",
	keydown: "press",
	keyup: "press",
	keypress: "press",
	input: "press"
};
function sy(e) {
	return e == null ? void 0 : iy.get(e);
}
function cy() {
	let e = Object.keys(oy);
	Gd() && e.forEach((e) => {
		Y.addEventListener(e, t, {
			capture: !0,
			passive: !0
		});
	});
	function t(e) {
		let t = e.target;
		if (!t) return;
		let n = Av(t), r = Math.round(e.timeStamp);
		if (n && n !== "<unknown>" && !ay.has(r) && (ay.set(r, n), ay.size > 50)) {
			let e = ay.keys().next().value;
			e !== void 0 && ay.delete(e);
		}
	}
	function n(e) {
		let t = Math.round(e.startTime), n = ay.get(t);
		if (!n) for (let e = -5; e <= 5; e++) {
			let r = ay.get(t + e);
			if (r) {
				n = r;
				break;
			}
		}
		return n || "<unknown>";
	}
	let r = ({ entries: e }) => {
		let t = B(), r = t && z(t);
		e.forEach((e) => {
			if (!G_(e)) return;
			let t = e.interactionId;
			if (t == null || iy.has(t)) return;
			let i = e.target ? Av(e.target) : n(e);
			if (ry.length > 10) {
				let e = ry.shift();
				iy.delete(e);
			}
			ry.push(t), iy.set(t, {
				span: r,
				elementName: i
			});
		});
	};
	N_("event", r), N_("first-input", r);
}
// ../../../node_modules/@sentry/browser-utils/build/esm/isBotUserAgent.js
var ly = /Googlebot|Google-InspectionTool|Storebot-Google|Bingbot|Slurp|DuckDuckBot|Baiduspider|YandexBot|Facebot|facebookexternalhit|LinkedInBot|Twitterbot|Applebot/i;
function uy() {
	let e = Y.navigator;
	return e?.userAgent ? ly.test(e.userAgent) : !1;
}
// ../../../node_modules/@sentry/browser-utils/build/esm/component-name.js
function dy(e, t = 5) {
	if (!T.HTMLElement) return null;
	let n = e;
	for (let e = 0; e < t; e++) {
		if (!n) return null;
		if (n instanceof HTMLElement) {
			if (n.dataset.sentryComponent) return n.dataset.sentryComponent;
			if (n.dataset.sentryElement) return n.dataset.sentryElement;
		}
		n = n.parentNode;
	}
	return null;
}
// ../../../node_modules/@sentry/browser-utils/build/esm/getLocationHref.js
function fy() {
	try {
		return Y.document?.location.href ?? "";
	} catch {
		return "";
	}
}
// ../../../node_modules/@sentry/browser-utils/build/esm/routing.js
var py = /* @__PURE__ */ new WeakMap();
function my(e, t = P()) {
	t ? (J && hy(t) && E.warn("A route provider is already registered for this client and will be replaced. Routes only the previous provider knows about will no longer resolve."), py.set(t, e)) : J && E.warn("Cannot set a route provider without a client.");
}
function hy(e = P()) {
	return e && py.get(e);
}
// ../../../node_modules/@sentry/browser-utils/build/esm/web-vitals/emitSpan.js
function gy(e) {
	let { name: t, op: n, origin: r, metricName: i, value: a, attributes: o, parentSpan: s, startTime: c, endTime: l, standalone: u, softNavigationId: d, navigationType: f } = e, p = s && z(s), m = p ? R(p).name : N().getScopeData().transactionName, h = {
		[I]: r,
		[F]: n,
		[Gc]: 0,
		[`browser.web_vital.${i}.value`]: a,
		[sl]: m,
		[il]: m,
		[vl]: Y.navigator?.userAgent,
		...o
	};
	s && R(s).attributes["sentry.op"] === "pageload" && (h[Yc] = s.spanContext().spanId), d != null && (h[Vs] = d), f && (h[Hs] = f), u && Object.assign(h, _y());
	let g = Ff({
		name: t,
		attributes: h,
		startTime: c,
		parentSpan: s,
		experimental: u ? { standalone: !0 } : void 0
	});
	g && g.end(l ?? c);
}
function _y() {
	let e = P()?.getIntegrationByName("Replay"), t = e?.getReplayId(!0);
	return t ? {
		[$c]: t,
		"sentry._internal.replay_is_buffering": e.getRecordingMode() === "buffer" || void 0
	} : {};
}
// ../../../node_modules/@sentry/browser-utils/build/esm/web-vitals/reportEvents.js
function vy(e, t) {
	let n, r = !1;
	function i() {
		!r && n && t(n), r = !0;
	}
	Lv(() => {
		i();
	});
	let a = e.on("beforeStartNavigationSpan", (e, t) => {
		t?.isRedirect || (i(), a(), o());
	}), o = e.on("afterStartPageLoadSpan", (e) => {
		n = e, o();
	});
}
// ../../../node_modules/@sentry/browser-utils/build/esm/web-vitals/spans.js
var yy = {
	click: ap,
	hover: op,
	drag: sp,
	press: cp
}, by = {
	click: hp,
	hover: gp,
	drag: _p,
	press: vp
};
function xy(e, t, n) {
	let r;
	e.on("afterStartPageLoadSpan", (e) => {
		r = e;
	});
	let i;
	e.on("spanStart", (e) => {
		let t = R(e).attributes;
		t?.["sentry.op"] === "navigation" && t["browser.navigation.type"] === "back-forward-cache" && (i = e);
	}), t(({ metric: e }) => {
		let t = rv(e);
		e.navigationType === "soft-navigation" ? t ? n(e, t, e.navigationId) : J && E.log(`[SoftNav] Dropping ${e.name} for uncorrelated soft navigation ${e.navigationId}`) : e.navigationType === "back-forward-cache" ? n(e, i, void 0) : n(e, r, void 0);
	});
}
function Sy(e, t = !1) {
	if (!lv("largest-contentful-paint")) return;
	if (t) {
		xy(e, k_, (e, t, n) => {
			let r = e.entries[e.entries.length - 1];
			Cy(e.value, r, t, n, e.navigationType, e.navigationStartTime);
		});
		return;
	}
	let n = 0, r, i, a = k_(({ metric: e }) => {
		i = e.navigationType;
		let t = e.entries[e.entries.length - 1];
		t && Mv(e.value) && (n = e.value, r = t);
	}, !0);
	vy(e, (e) => {
		Cy(n, r, e, void 0, i), a();
	});
}
function Cy(e, t, n, r, i, a) {
	if (!Mv(e)) return;
	J && E.log(`Sending LCP span (${e})`);
	let o = a || 0, s = j(o) ?? sv(o), c = t ? j(t.startTime, o) ?? sv(t.startTime) : s + sv(e), l = t ? Av(t.element) : void 0, u = t?.element ? dy(t.element) : null, d = P(), f = d && U(d) ? u || "Largest contentful paint" : l ?? "Largest contentful paint", p = {};
	l && (p[Ys] = l), u && (p[dl] = u), t?.id && (p["browser.web_vital.lcp.id"] = t.id), t?.url && (p["browser.web_vital.lcp.url"] = G(t.url, d)), t?.loadTime != null && (p["browser.web_vital.lcp.load_time"] = t.loadTime), t?.renderTime != null && (p["browser.web_vital.lcp.render_time"] = t.renderTime), t?.size != null && (p["browser.web_vital.lcp.size"] = t.size), gy({
		name: f,
		op: lp,
		origin: "auto.ui.browser.lcp",
		metricName: "lcp",
		value: e,
		attributes: p,
		parentSpan: n,
		startTime: s,
		endTime: c,
		softNavigationId: r,
		navigationType: i
	});
}
function wy(e, t = !1) {
	if (!lv("layout-shift")) return;
	if (t) {
		xy(e, O_, (e, t, n) => {
			let r = e.entries[e.entries.length - 1];
			Ty(e.value, r, t, n, e.navigationType, e.navigationStartTime);
		});
		return;
	}
	let n = 0, r, i, a = O_(({ metric: e }) => {
		i = e.navigationType;
		let t = e.entries[e.entries.length - 1];
		t && (n = e.value, r = t);
	}, !0);
	vy(e, (e) => {
		Ty(n, r, e, void 0, i), a();
	});
}
function Ty(e, t, n, r, i, a) {
	J && E.log(`Sending CLS span (${e})`);
	let o = j(t?.startTime ?? a ?? 0) ?? M(), s = t?.sources[0]?.node, c = t ? Av(s) : void 0, l = s ? dy(s) : null, u = P(), d = u && U(u) ? l || "Layout shift" : c ?? "Layout shift", f = {};
	l && (f[dl] = l), t?.sources && t.sources.forEach((e, t) => {
		f[`browser.web_vital.cls.source.${t + 1}`] = Av(e.node);
	}), gy({
		name: d,
		op: up,
		origin: "auto.ui.browser.cls",
		metricName: "cls",
		value: e,
		attributes: f,
		parentSpan: n,
		startTime: o,
		softNavigationId: r,
		navigationType: i
	});
}
function Ey(e, t = !1) {
	if (!ov() || !rs()) return;
	let n = !U(e);
	t ? xy(e, M_, (e, t, r) => {
		Dy(e) && ky(e.value, Oy(e), n, t, r, e);
	}) : M_(({ metric: e }) => {
		Dy(e) && ky(e.value, Oy(e), n, void 0, void 0, e);
	});
}
function Dy(e) {
	return e.value != null && sv(e.value) <= 60;
}
function Oy(e) {
	return e.entries.find((t) => t.duration === e.value && oy[t.name]);
}
function ky(e, t, n = !1, r, i, a) {
	J && E.log(`Sending INP span (${e})`);
	let o = j(t?.startTime ?? a?.navigationStartTime ?? 0);
	if (!o) return;
	let s = sv(e), c = t && oy[t.name], l = c || "click", u = t && sy(t.interactionId), d = B(), f = d ? z(d) : void 0, p = r || u?.span || f, m = u?.elementName || (t ? Av(t.target) : void 0), h = t?.target ? dy(t.target) : null, g = P(), ee = !!g && U(g), te = by[l], ne = ee ? h || te : m ?? "Interaction to next paint", re = { [Gc]: t?.duration ?? e };
	m && m !== "<unknown>" && (re["browser.web_vital.inp.target"] = m), c && (re["browser.web_vital.inp.interaction_type"] = c), h && (re[dl] = h), gy({
		name: ne,
		op: yy[l],
		origin: "auto.ui.browser.inp",
		metricName: "inp",
		value: e,
		attributes: re,
		startTime: o,
		endTime: o + s,
		navigationType: a?.navigationType,
		parentSpan: p,
		standalone: n,
		softNavigationId: i
	});
}
// ../../../node_modules/@sentry/browser-utils/build/esm/instrumentation/dom.js
var Ay = 1e3, jy, My, Ny;
function Py(e) {
	return typeof e == "boolean" ? e : !!e?.capture;
}
function Fy(e) {
	Ra("dom", e), za("dom", Iy);
}
function Iy() {
	if (!Y.document) return;
	let e = D.bind(null, "dom"), t = zy(e, !0);
	Y.document.addEventListener("click", t, !1), Y.document.addEventListener("keypress", t, !1), ["EventTarget", "Node"].forEach((t) => {
		let n = Y[t]?.prototype;
		n?.hasOwnProperty?.("addEventListener") && (O(n, "addEventListener", function(t) {
			return function(n, r, i) {
				if ((n === "click" || n == "keypress") && r) try {
					let a = this.__sentry_instrumentation_handlers__ = this.__sentry_instrumentation_handlers__ || {}, o = a[n] = a[n] || {
						captureListeners: /* @__PURE__ */ new WeakSet(),
						bubbleListeners: /* @__PURE__ */ new WeakSet(),
						listenerCount: 0
					}, s = Py(i);
					if (!o.handler) {
						let r = zy(e);
						o.handler = r, o.capture = s, t.call(this, n, r, o.capture);
					}
					let c = o[s ? "captureListeners" : "bubbleListeners"];
					c.has(r) || (typeof i == "object" && (i?.once || i?.signal) ? o.sticky = !0 : (c.add(r), o.listenerCount++));
				} catch {}
				return t.call(this, n, r, i);
			};
		}), O(n, "removeEventListener", function(e) {
			return function(t, n, r) {
				if ((t === "click" || t == "keypress") && n) try {
					let i = this.__sentry_instrumentation_handlers__ || {}, a = i[t];
					a?.[Py(r) ? "captureListeners" : "bubbleListeners"].delete(n) && (!--a.listenerCount && !a.sticky && (e.call(this, t, a.handler, a.capture), a.handler = void 0, delete i[t]), Object.keys(i).length === 0 && delete this.__sentry_instrumentation_handlers__);
				} catch {}
				return e.call(this, t, n, r);
			};
		}));
	});
}
function Ly(e) {
	if (e.type !== My) return !1;
	try {
		if (!e.target || e.target._sentryId !== Ny) return !1;
	} catch {}
	return !0;
}
function Ry(e, t) {
	return e === "keypress" ? !t?.tagName || !(t.tagName === "INPUT" || t.tagName === "TEXTAREA" || t.isContentEditable) : !1;
}
function zy(e, t = !1) {
	return (n) => {
		if (!n || n._sentryCaptured) return;
		let r = By(n);
		if (Ry(n.type, r)) return;
		k(n, "_sentryCaptured", !0), r && !r._sentryId && k(r, "_sentryId", A());
		let i = n.type === "keypress" ? "input" : n.type;
		Ly(n) || (e({
			event: n,
			name: i,
			global: t
		}), My = n.type, Ny = r ? r._sentryId : void 0), clearTimeout(jy), jy = Y.setTimeout(() => {
			Ny = void 0, My = void 0;
		}, Ay);
	};
}
function By(e) {
	try {
		return e.target;
	} catch {
		return null;
	}
}
// ../../../node_modules/@sentry/browser-utils/build/esm/instrumentation/history.js
var Vy;
function Hy() {
	return "history" in Y && !!Y.history;
}
function Uy(e) {
	let t = "history";
	Ra(t, e), za(t, Wy);
}
function Wy() {
	if (Y.addEventListener("popstate", () => {
		let e = Y.location.href, t = Vy;
		Vy = e, t !== e && D("history", {
			from: t,
			to: e
		});
	}), !Hy()) return;
	function e(e) {
		return function(...t) {
			let n = t.length > 2 ? t[2] : void 0;
			if (n) {
				let r = Vy, i = Gy(String(n));
				if (Vy = i, r === i) return e.apply(this, t);
				D("history", {
					from: r,
					to: i
				});
			}
			return e.apply(this, t);
		};
	}
	O(Y.history, "pushState", e), O(Y.history, "replaceState", e);
}
function Gy(e) {
	try {
		return new URL(e, Y.location.origin).toString();
	} catch {
		return e;
	}
}
// ../../../node_modules/@sentry/browser-utils/build/esm/getNativeImplementation.js
var Ky = {};
function qy(e) {
	let t = Ky[e];
	if (t) return t;
	let n = Y[e];
	if (yg(n)) return Ky[e] = n.bind(Y);
	let r = Y.document;
	if (r && typeof r.createElement == "function") try {
		let t = r.createElement("iframe");
		t.hidden = !0, r.head.appendChild(t);
		let i = t.contentWindow;
		i?.[e] && (n = i[e]), r.head.removeChild(t);
	} catch (t) {
		J && E.warn(`Could not create sandbox iframe for ${e} check, bailing to window.${e}: `, t);
	}
	return n && (Ky[e] = n.bind(Y));
}
function Jy(e) {
	Ky[e] = void 0;
}
// ../../../node_modules/@sentry/browser-utils/build/esm/instrumentation/xhr.js
var Yy = "__sentry_xhr_v3__";
function Xy(e) {
	Ra("xhr", e), za("xhr", Zy);
}
function Zy() {
	if (!Y.XMLHttpRequest) return;
	let e = XMLHttpRequest.prototype;
	e.open = new Proxy(e.open, { apply(e, t, n) {
		let r = /* @__PURE__ */ Error(), i = M() * 1e3, a = Qa(n[0]) ? n[0].toUpperCase() : void 0, o = Qy(n[1]);
		if (!a || !o) return e.apply(t, n);
		t[Yy] = {
			method: a,
			url: o,
			request_headers: {}
		}, a === "POST" && o.match(/sentry_key/) && (t.__sentry_own_request__ = !0);
		let s = () => {
			let e = t[Yy];
			if (e && t.readyState === 4) {
				try {
					e.status_code = t.status;
				} catch {}
				D("xhr", {
					endTimestamp: M() * 1e3,
					startTimestamp: i,
					xhr: t,
					virtualError: r
				}), r = void 0, t.removeEventListener("readystatechange", s);
			}
		};
		return "onreadystatechange" in t && typeof t.onreadystatechange == "function" ? t.onreadystatechange = new Proxy(t.onreadystatechange, { apply(e, t, n) {
			return s(), e.apply(t, n);
		} }) : t.addEventListener("readystatechange", s), t.setRequestHeader = new Proxy(t.setRequestHeader, { apply(e, t, n) {
			let [r, i] = n, a = t[Yy];
			return a && Qa(r) && Qa(i) && (a.request_headers[r.toLowerCase()] = i), e.apply(t, n);
		} }), e.apply(t, n);
	} }), e.send = new Proxy(e.send, { apply(e, t, n) {
		let r = t[Yy];
		return r && (n[0] !== void 0 && (r.body = n[0]), D("xhr", {
			startTimestamp: M() * 1e3,
			xhr: t
		})), e.apply(t, n);
	} });
}
function Qy(e) {
	if (Qa(e)) return e;
	try {
		return e.toString();
	} catch {}
}
// ../../../node_modules/@sentry/browser-utils/build/esm/networkUtils.js
function $y(e) {
	let t;
	try {
		t = e.getAllResponseHeaders();
	} catch (t) {
		return J && E.error(t, "Failed to get xhr response headers", e), {};
	}
	return t ? t.split("\r\n").reduce((e, t) => {
		let [n, r] = t.split(": ");
		return r && (e[n.toLowerCase()] = r), e;
	}, {}) : {};
}
// ../../../node_modules/@sentry/browser-utils/build/esm/is.js
function eb(e) {
	if (typeof Element > "u") return !1;
	try {
		return e instanceof Element;
	} catch {
		return !1;
	}
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/helpers.js
var Q = T, tb = 0, nb = [];
function rb(e) {
	if (tb > 0) return !0;
	let t = e ? nb.findIndex((t) => ib(t, e)) : -1;
	return t !== -1 && (nb.splice(t, 1), !0);
}
function ib(e, t) {
	return e.msg === t.msg && e.url === t.url && e.line === t.line && e.column === t.column;
}
function ab() {
	tb++, setTimeout(() => {
		tb--;
	});
}
function ob(e, t = {}) {
	function n(e) {
		return typeof e == "function";
	}
	if (!n(e)) return e;
	try {
		if (Object.prototype.hasOwnProperty.call(e, "__sentry_wrapped__")) {
			let t = e.__sentry_wrapped__;
			return typeof t == "function" ? t : e;
		}
		if (lo(e)) return e;
	} catch {
		return e;
	}
	let r = function(...n) {
		T._sentryWrappedDepth = (T._sentryWrappedDepth || 0) + 1;
		try {
			let r = n.map((e) => ob(e, t));
			return e.apply(this, r);
		} catch (e) {
			throw ab(), Rs((r) => {
				r.addEventProcessor((e) => (t.mechanism && (Ho(e, void 0, void 0), Uo(e, t.mechanism)), e.extra = {
					...e.extra,
					arguments: n
				}, e)), em(e);
			}), e;
		} finally {
			T._sentryWrappedDepth = (T._sentryWrappedDepth || 0) - 1;
		}
	};
	try {
		for (let t in e) Object.prototype.hasOwnProperty.call(e, t) && (r[t] = e[t]);
	} catch {}
	co(r, e), k(e, "__sentry_wrapped__", r);
	try {
		Object.getOwnPropertyDescriptor(r, "name").configurable && Object.defineProperty(r, "name", { get() {
			return e.name;
		} });
	} catch {}
	return r;
}
function sb(e) {
	let t = fy(), { referrer: n } = Q.document || {}, { userAgent: r } = Q.navigator || {};
	return {
		url: t,
		headers: {
			...n && { Referer: G(n, e) },
			...r && { "User-Agent": r }
		}
	};
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/eventbuilder.js
function cb(e, t) {
	let n = db(e, t), r = {
		type: gb(t),
		value: _b(t)
	};
	return n.length && (r.stacktrace = { frames: n }), r.type === void 0 && r.value === "" && (r.value = "Unrecoverable error caught"), r;
}
function lb(e, t, n, r) {
	let i = P()?.getOptions().normalizeDepth, a = wb(t), o = { __serialized__: Eo(t, i) };
	if (a) return {
		exception: { values: [cb(e, a)] },
		extra: o
	};
	let s = {
		exception: { values: [{
			type: ro(t) ? t.constructor.name : r ? "UnhandledRejection" : "Error",
			value: Sb(t, { isUnhandledRejection: r })
		}] },
		extra: o
	};
	if (n) {
		let t = db(e, n);
		t.length && (s.exception.values[0].stacktrace = { frames: t });
	}
	return s;
}
function ub(e, t) {
	return { exception: { values: [cb(e, t)] } };
}
function db(e, t) {
	let n = t.stacktrace || t.stack || "", r = pb(t), i = mb(t);
	try {
		return e(n, r, i);
	} catch {}
	return [];
}
var fb = /Minified React error #\d+;/i;
function pb(e) {
	return e && fb.test(e.message) ? 1 : 0;
}
function mb(e) {
	return typeof e.framesToPop == "number" ? e.framesToPop : 0;
}
function hb(e) {
	return typeof WebAssembly < "u" && WebAssembly.Exception !== void 0 && e instanceof WebAssembly.Exception;
}
function gb(e) {
	let t = e?.name;
	return !t && hb(e) ? e.message && Array.isArray(e.message) && e.message.length == 2 ? e.message[0] : "WebAssembly.Exception" : t;
}
function _b(e) {
	let t = e?.message;
	return hb(e) ? Array.isArray(e.message) && e.message.length == 2 ? e.message[1] : "wasm exception" : t ? t.error && typeof t.error.message == "string" ? Vh(t.error) : Vh(e) : "No error message";
}
function vb(e, t, n, r) {
	let i = bb(e, t, n?.syntheticException || void 0, r);
	return Uo(i), i.level = "error", n?.event_id && (i.event_id = n.event_id), jp(i);
}
function yb(e, t, n = "info", r, i) {
	let a = xb(e, t, r?.syntheticException || void 0, i);
	return a.level = n, r?.event_id && (a.event_id = r.event_id), jp(a);
}
function bb(e, t, n, r, i) {
	let a;
	if (Ya(t) && t.error) return ub(e, t.error);
	if (Xa(t) || Za(t)) {
		let i = t;
		if ("stack" in t) {
			a = ub(e, t);
			let i = a.exception?.values?.[0];
			if (r && n && i && !i.stacktrace) {
				let t = db(e, n);
				t.length && (i.stacktrace = { frames: t }, Uo(a, { synthetic: !0 }));
			}
		} else {
			let t = i.name || (Xa(i) ? "DOMError" : "DOMException"), o = i.message ? `${t}: ${i.message}` : t;
			a = xb(e, o, n, r), Ho(a, o);
		}
		return a;
	}
	if (qa(t)) return ub(e, t);
	if (to(t) || ro(t)) return a = lb(e, t, n, i), Uo(a, { synthetic: !0 }), a;
	let o = String(t);
	return a = xb(e, o, n, r), Ho(a, o, void 0), Uo(a, { synthetic: !0 }), a;
}
function xb(e, t, n, r) {
	let i = {};
	if (r && n) {
		let r = db(e, n);
		r.length && (i.exception = { values: [{
			value: t,
			stacktrace: { frames: r }
		}] }), Uo(i, { synthetic: !0 });
	}
	if ($a(t)) {
		let { __sentry_template_string__: e, __sentry_template_values__: n } = t;
		return i.logentry = {
			message: e,
			params: n
		}, i;
	}
	return i.message = t, i;
}
function Sb(e, { isUnhandledRejection: t }) {
	let n = po(e), r = t ? "promise rejection" : "exception";
	return Ya(e) ? `Event \`ErrorEvent\` captured as ${r} with message \`${e.message}\`` : ro(e) ? `Event \`${Cb(e)}\` (type=${e.type}) captured as ${r}` : `Object captured as ${r} with keys: ${n}`;
}
function Cb(e) {
	try {
		let t = Object.getPrototypeOf(e);
		return t ? t.constructor.name : void 0;
	} catch {}
}
function wb(e) {
	return Object.values(e).find(qa);
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/client.js
var Tb = class extends Rm {
	constructor(e) {
		let t = Eb(e);
		uh(t, "browser", ["browser"], Q.SENTRY_SDK_SOURCE || Ud()), super(t), t.routeProvider && my(t.routeProvider, this), this._unhandledSessionStatus = "unhandled";
		let { userInfo: n } = this.getDataCollectionOptions();
		t._metadata?.sdk && (t._metadata.sdk.settings = {
			infer_ip: n ? "auto" : "never",
			...t._metadata.sdk.settings
		});
		let { sendClientReports: r } = this._options, i = () => {
			M();
		}, a = [
			[
				Q.document,
				"visibilitychange",
				() => {
					i(), Q.document.visibilityState === "hidden" && (r && this._flushOutcomes(), queueMicrotask(() => {
						this.flush();
					}));
				}
			],
			[
				Q.document,
				"freeze",
				i
			],
			[
				Q.document,
				"resume",
				i
			],
			[
				Q,
				"pagehide",
				i
			],
			[
				Q,
				"pageshow",
				i
			]
		];
		a.forEach(([e, t, n]) => e?.addEventListener?.(t, n)), this.on("close", () => a.forEach(([e, t, n]) => e?.removeEventListener?.(t, n))), n && this.on("beforeSendSession", lh);
	}
	eventFromException(e, t) {
		return vb(this._options.stackParser, e, t, this._options.attachStacktrace);
	}
	eventFromMessage(e, t = "info", n) {
		return yb(this._options.stackParser, e, t, n, this._options.attachStacktrace);
	}
	_prepareEvent(e, t, n, r) {
		return e.platform = e.platform || "javascript", super._prepareEvent(e, t, n, r);
	}
};
function Eb(e) {
	return {
		release: typeof __SENTRY_RELEASE__ == "string" ? __SENTRY_RELEASE__ : Q.SENTRY_RELEASE?.id,
		sendClientReports: !0,
		parentSpanIsAlwaysRootSpan: !0,
		...e
	};
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/transports/fetch.js
var Db = 40;
function Ob(e, t = qy("fetch")) {
	let n = 0, r = 0;
	async function i(i) {
		let a = i.body.length;
		n += a, r++;
		let o = {
			body: i.body,
			method: "POST",
			referrerPolicy: "strict-origin",
			headers: e.headers,
			keepalive: n <= 6e4 && r < 15,
			...e.fetchOptions
		};
		try {
			let n = await t(e.url, o);
			return {
				statusCode: n.status,
				headers: {
					"x-sentry-rate-limits": n.headers.get("X-Sentry-Rate-Limits"),
					"retry-after": n.headers.get("Retry-After")
				}
			};
		} catch (e) {
			throw Jy("fetch"), e;
		} finally {
			n -= a, r--;
		}
	}
	return ym(e, i, pm(e.bufferSize || Db));
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/debug-build.js
var $ = typeof __SENTRY_DEBUG__ > "u" || __SENTRY_DEBUG__, kb = 30, Ab = 50;
function jb(e, t, n, r) {
	let i = {
		filename: e,
		function: t === "<anonymous>" ? "?" : t,
		in_app: !0
	};
	return n !== void 0 && (i.lineno = n), r !== void 0 && (i.colno = r), i;
}
var Mb = /^\s*at (\S+?)(?::(\d+))(?::(\d+))\s*$/i, Nb = /^\s*at (?:(.+?\)(?: \[.+\])?|.*?) ?\((?:address at )?)?(?:async )?((?:<anonymous>|[-a-z]+:|.*bundle|\/)?.*?)(?::(\d+))?(?::(\d+))?\)?\s*$/i, Pb = /\((\S*)(?::(\d+))(?::(\d+))\)/, Fb = /at (.+?) ?\(data:(.+?),/, Ib = [kb, (e) => {
	let t = e.match(Fb);
	if (t) return {
		filename: `<data:${t[2]}>`,
		function: t[1]
	};
	let n = Mb.exec(e);
	if (n) {
		let [, e, t, r] = n;
		return jb(e, "?", +t, +r);
	}
	let r = Nb.exec(e);
	if (r) {
		if (r[2]?.indexOf("eval") === 0) {
			let e = Pb.exec(r[2]);
			e && (r[2] = e[1], r[3] = e[2], r[4] = e[3]);
		}
		let [e, t] = Bb(r[1] || "?", r[2]);
		return jb(t, e, r[3] ? +r[3] : void 0, r[4] ? +r[4] : void 0);
	}
}], Lb = /^\s*(.*?)(?:\((.*?)\))?(?:^|@)?((?:[-a-z]+)?:\/.*?|\[native code\]|[^@]*(?:bundle|\d+\.js)|\/[\w\-. /=]+)(?::(\d+))?(?::(\d+))?\s*$/i, Rb = /(\S+) line (\d+)(?: > eval line \d+)* > eval/i, zb = ka(Ib, [Ab, (e) => {
	let t = Lb.exec(e);
	if (t) {
		if (t[3] && t[3].indexOf(" > eval") > -1) {
			let e = Rb.exec(t[3]);
			e && (t[1] = t[1] || "eval", t[3] = e[1], t[4] = e[2], t[5] = "");
		}
		let e = t[3], n = t[1] || "?";
		return [n, e] = Bb(n, e), jb(e, n, t[4] ? +t[4] : void 0, t[5] ? +t[5] : void 0);
	}
}]), Bb = (e, t) => {
	let n = e.indexOf("safari-extension") !== -1, r = e.indexOf("safari-web-extension") !== -1;
	return n || r ? [e.indexOf("@") === -1 ? "?" : e.split("@")[0], n ? `safari-extension:${t}` : `safari-web-extension:${t}`] : [e, t];
}, Vb = 1024, Hb = "Breadcrumbs", Ub = H(((e = {}) => {
	let t = {
		dom: !0,
		fetch: !0,
		history: !0,
		sentry: !0,
		xhr: !0,
		...e
	};
	return {
		name: Hb,
		setup(e) {
			t.dom && Fy(Gb(e, t.dom)), t.xhr && Xy(Kb(e)), t.fetch && xg(qb(e)), t.history && Uy(Jb(e)), t.sentry && e.on("beforeSendEvent", Wb(e));
		}
	};
}));
function Wb(e) {
	return function(t) {
		P() === e && vh({
			category: `sentry.${t.type === "transaction" ? "transaction" : "event"}`,
			event_id: t.event_id,
			level: t.level,
			message: Vo(t)
		}, { event: t });
	};
}
function Gb(e, t) {
	return function(n) {
		if (P() !== e) return;
		let r, i, a = typeof t == "object" ? t.serializeAttribute : void 0, o = typeof t == "object" && typeof t.maxStringLength == "number" ? t.maxStringLength : void 0;
		o && o > Vb && ($ && E.warn(`\`dom.maxStringLength\` cannot exceed ${Vb}, but a value of ${o} was configured. Sentry will use ${Vb} instead.`), o = Vb), typeof a == "string" && (a = [a]);
		try {
			let e = n.event, t = Yb(e) ? e.target : e;
			r = Av(t, {
				keyAttrs: a,
				maxStringLength: o
			}), i = dy(t);
		} catch {
			r = "<unknown>";
		}
		if (r.length === 0) return;
		let s = {
			category: `ui.${n.name}`,
			message: r
		};
		i && (s.data = { "ui.component_name": i }), vh(s, {
			event: n.event,
			name: n.name,
			global: n.global
		});
	};
}
function Kb(e) {
	return function(t) {
		if (P() !== e) return;
		let { startTimestamp: n, endTimestamp: r } = t, i = t.xhr[Yy];
		if (!n || !r || !i) return;
		let { method: a, url: o, status_code: s, body: c } = i, l = {
			method: a,
			url: G(o),
			status_code: s
		}, u = {
			xhr: t.xhr,
			input: c,
			startTimestamp: n,
			endTimestamp: r
		}, d = {
			category: "xhr",
			data: l,
			type: "http",
			level: Dg(s)
		};
		e.emit("beforeOutgoingRequestBreadcrumb", d, u), vh(d, u);
	};
}
function qb(e) {
	return function(t) {
		if (P() !== e) return;
		let { startTimestamp: n, endTimestamp: r } = t;
		if (r && !(t.fetchData.url.match(/sentry_key/) && t.fetchData.method === "POST")) {
			if (t.error) {
				let i = {
					data: t.error,
					input: t.args,
					startTimestamp: n,
					endTimestamp: r
				}, a = {
					category: "fetch",
					data: {
						...t.fetchData,
						url: G(t.fetchData.url)
					},
					level: "error",
					type: "http"
				};
				e.emit("beforeOutgoingRequestBreadcrumb", a, i), vh(a, i);
			} else {
				let i = t.response, a = {
					...t.fetchData,
					url: G(t.fetchData.url),
					status_code: i?.status
				}, o = {
					input: t.args,
					response: i,
					startTimestamp: n,
					endTimestamp: r
				}, s = {
					category: "fetch",
					data: a,
					type: "http",
					level: Dg(a.status_code)
				};
				e.emit("beforeOutgoingRequestBreadcrumb", s, o), vh(s, o);
			}
		}
	};
}
function Jb(e) {
	return function(t) {
		if (P() !== e) return;
		let n = t.from, r = t.to, i = rh(Q.location.href), a = n ? rh(n) : void 0, o = rh(r);
		a?.path || (a = i), i.protocol === o.protocol && i.host === o.host && (r = o.relative), i.protocol === a.protocol && i.host === a.host && (n = a.relative), vh({
			category: "navigation",
			data: {
				from: G(n),
				to: G(r)
			}
		});
	};
}
function Yb(e) {
	return !!e && !!e.target;
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/integrations/browserapierrors.js
var Xb = "EventTarget,Window,Node,ApplicationCache,AudioTrackList,BroadcastChannel,ChannelMergerNode,CryptoOperation,EventSource,FileReader,HTMLUnknownElement,IDBDatabase,IDBRequest,IDBTransaction,KeyOperation,MediaController,MessagePort,ModalWindow,Notification,SVGElementInstance,Screen,SharedWorker,TextTrack,TextTrackCue,TextTrackList,WebSocket,WebSocketWorker,Worker,XMLHttpRequest,XMLHttpRequestEventTarget,XMLHttpRequestUpload".split(","), Zb = "BrowserApiErrors", Qb = H(((e = {}) => {
	let t = {
		XMLHttpRequest: !0,
		eventTarget: !0,
		requestAnimationFrame: !0,
		setInterval: !0,
		setTimeout: !0,
		unregisterOriginalCallbacks: !1,
		...e
	};
	return {
		name: Zb,
		setupOnce() {
			t.setTimeout && O(Q, "setTimeout", $b), t.setInterval && O(Q, "setInterval", $b), t.requestAnimationFrame && O(Q, "requestAnimationFrame", ex), t.XMLHttpRequest && "XMLHttpRequest" in Q && O(XMLHttpRequest.prototype, "send", tx);
			let e = t.eventTarget;
			e && (Array.isArray(e) ? e : Xb).forEach((e) => nx(e, t));
		}
	};
}));
function $b(e) {
	return function(...t) {
		let n = t[0];
		return t[0] = ob(n, { mechanism: {
			handled: !1,
			type: `auto.browser.browserapierrors.${Pa(e)}`
		} }), e.apply(this, t);
	};
}
function ex(e) {
	return function(t) {
		return e.apply(this, [ob(t, { mechanism: {
			data: { handler: Pa(e) },
			handled: !1,
			type: "auto.browser.browserapierrors.requestAnimationFrame"
		} })]);
	};
}
function tx(e) {
	return function(...t) {
		let n = this;
		return [
			"onload",
			"onerror",
			"onprogress",
			"onreadystatechange"
		].forEach((e) => {
			e in n && typeof n[e] == "function" && O(n, e, function(t) {
				let n = { mechanism: {
					data: { handler: Pa(t) },
					handled: !1,
					type: `auto.browser.browserapierrors.xhr.${e}`
				} }, r = lo(t);
				return r && (n.mechanism.data.handler = Pa(r)), ob(t, n);
			});
		}), e.apply(this, t);
	};
}
function nx(e, t) {
	let n = Q[e]?.prototype;
	n?.hasOwnProperty?.("addEventListener") && (O(n, "addEventListener", function(n) {
		return function(r, i, a) {
			try {
				rx(i) && (i.handleEvent = ob(i.handleEvent, { mechanism: {
					data: {
						handler: Pa(i),
						target: e
					},
					handled: !1,
					type: "auto.browser.browserapierrors.handleEvent"
				} }));
			} catch {}
			return t.unregisterOriginalCallbacks && ix(this, r, i), n.apply(this, [
				r,
				ob(i, { mechanism: {
					data: {
						handler: Pa(i),
						target: e
					},
					handled: !1,
					type: "auto.browser.browserapierrors.addEventListener"
				} }),
				a
			]);
		};
	}), O(n, "removeEventListener", function(e) {
		return function(t, n, r) {
			try {
				if (Object.prototype.hasOwnProperty.call(n, "__sentry_wrapped__")) {
					let i = n.__sentry_wrapped__;
					i && e.call(this, t, i, r);
				}
			} catch {}
			return e.call(this, t, n, r);
		};
	}));
}
function rx(e) {
	return typeof e.handleEvent == "function";
}
function ix(e, t, n) {
	e && typeof e == "object" && "removeEventListener" in e && typeof e.removeEventListener == "function" && e.removeEventListener(t, n);
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/integrations/browsersession.js
var ax = H((e = {}) => {
	let t = e.lifecycle ?? "page";
	return {
		name: "BrowserSession",
		setupOnce() {
			if (Q.document === void 0) {
				$ && E.warn("Using the `browserSessionIntegration` in non-browser environments is not supported.");
				return;
			}
			rm({ ignoreDuration: !0 });
			let e = !1;
			Uv(() => {
				e ||= (om(), !0);
			});
			let n = Is(), r = n.getUser();
			n.addScopeListener((t) => {
				let n = t.getUser();
				(r?.id !== n?.id || r?.ip_address !== n?.ip_address) && (r = n, e && om());
			}), t === "route" && Uy(({ from: t, to: n }) => {
				t !== n && (rm({ ignoreDuration: !0 }), om(), e = !0);
			});
		}
	};
}), ox = "CultureContext", sx = H((() => ({
	name: ox,
	preprocessEvent(e) {
		let t = cx();
		t && (e.contexts = {
			...e.contexts,
			culture: {
				...t,
				...e.contexts?.culture
			}
		});
	},
	processSegmentSpan(e) {
		let t = cx();
		t && Sd(e, {
			[tc]: t.locale,
			[nc]: t.timezone,
			[ec]: t.calendar
		});
	}
})));
function cx() {
	try {
		let e = Q.Intl;
		if (!e) return;
		let t = e.DateTimeFormat().resolvedOptions();
		return {
			locale: t.locale,
			timezone: t.timeZone,
			calendar: t.calendar
		};
	} catch {
		return;
	}
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/integrations/globalhandlers.js
var lx = "GlobalHandlers", ux = H(((e = {}) => {
	let t = {
		onerror: !0,
		onunhandledrejection: !0,
		...e
	};
	return {
		name: lx,
		setupOnce() {
			Error.stackTraceLimit = 50;
		},
		setup(e) {
			t.onerror && (dx(e), gx("onerror")), t.onunhandledrejection && (fx(e), gx("onunhandledrejection"));
		}
	};
}));
function dx(e) {
	Va((t) => {
		let { stackParser: n, attachStacktrace: r } = _x();
		if (P() !== e || rb(t)) return;
		let { msg: i, url: a, line: o, column: s, error: c } = t, l = hx(bb(n, c || i, void 0, r, !1), a, o, s);
		l.level = "error", tm(l, {
			originalException: c,
			mechanism: {
				handled: !1,
				type: "auto.browser.global_handlers.onerror"
			}
		});
	});
}
function fx(e) {
	Wa((t) => {
		let { stackParser: n, attachStacktrace: r } = _x();
		if (P() !== e || rb()) return;
		let i = px(t), a = eo(i) ? mx(i) : bb(n, i, void 0, r, !0);
		a.level = "error", tm(a, {
			originalException: i,
			mechanism: {
				handled: !1,
				type: "auto.browser.global_handlers.onunhandledrejection"
			}
		});
	});
}
function px(e) {
	if (eo(e)) return e;
	try {
		if ("reason" in e) return e.reason;
		if ("detail" in e && "reason" in e.detail) return e.detail.reason;
	} catch {}
	return e;
}
function mx(e) {
	return { exception: { values: [{
		type: "UnhandledRejection",
		value: `Non-Error promise rejection captured with value: ${String(e)}`
	}] } };
}
function hx(e, t, n, r) {
	let i = e.exception = e.exception || {}, a = i.values = i.values || [], o = a[0] = a[0] || {}, s = o.stacktrace = o.stacktrace || {}, c = s.frames = s.frames || [];
	return c.length === 0 && c.push({
		colno: r,
		lineno: n,
		filename: vx(t) ?? fy(),
		function: "?",
		in_app: !0
	}), e;
}
function gx(e) {
	$ && E.log(`Global Handler attached: ${e}`);
}
function _x() {
	return P()?.getOptions() || {
		stackParser: () => [],
		attachStacktrace: !1
	};
}
function vx(e) {
	if (Qa(e) && e.length !== 0) return e.startsWith("data:") ? `<${ah(e, !1)}>` : e;
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/integrations/httpcontext.js
var yx = H(() => ({
	name: "HttpContext",
	preprocessEvent(e, t, n) {
		if (!Q.navigator && !Q.location && !Q.document) return;
		let { url: r, headers: i } = sb(n), a = n.getDataCollectionOptions().httpHeaders.request, o = Object.entries(e.request?.headers ?? {}).filter(([e]) => !(e in i)), s = {
			...Dp(i, a),
			...Object.fromEntries(o)
		};
		e.request = {
			url: G(r, n),
			...e.request,
			...Object.keys(s).length > 0 ? { headers: s } : { headers: void 0 }
		};
	},
	processSpan(e, t) {
		if (!Q.navigator && !Q.location && !Q.document) return;
		let n = sb(t), r = Dp(n.headers, t.getDataCollectionOptions().httpHeaders.request), i = r.Referer, { hostname: a, protocol: o } = Q.location || {};
		Sd(e, {
			[vl]: r["User-Agent"],
			[qc]: o === "file:" || a === "localhost" || a === "127.0.0.1" || a === "[::1]" || !!a?.endsWith(".localhost"),
			...e.is_segment && {
				"url.full": e.attributes?.["sentry.op"] === "http.client" ? void 0 : G(n.url),
				"http.request.header.referer": i ? [i] : void 0
			}
		});
	}
})), bx = "cause", xx = 5, Sx = "LinkedErrors", Cx = H(((e = {}) => {
	let t = e.limit || xx, n = e.key || bx;
	return {
		name: Sx,
		preprocessEvent(e, r, i) {
			Ph(cb, i.getOptions().stackParser, n, t, e, r);
		}
	};
})), wx = /^HTML(\w*)Element$/;
function Tx(e) {
	if (typeof window < "u" && e === window) return "[Window]";
	if (typeof document < "u" && e === document) return "[Document]";
	if (eb(e)) {
		let t = Ex(e);
		if (wx.test(t)) return `[HTMLElement: ${Av(e)}]`;
	}
}
function Ex(e) {
	let t = Object.getPrototypeOf(e);
	return t?.constructor ? t.constructor.name : "null prototype";
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/utils/detectBrowserExtension.js
function Dx() {
	return Ox() ? ($ && _a(() => {
		console.error("[Sentry] You cannot use Sentry.init() in a browser extension, see: https://docs.sentry.io/platforms/javascript/best-practices/browser-extensions/");
	}), !0) : !1;
}
function Ox() {
	if (Q.window === void 0) return !1;
	let e = Q;
	if (e.nw || !(e.chrome || e.browser)?.runtime?.id) return !1;
	let t = fy();
	return !(Q === Q.top && /^(?:chrome-extension|moz-extension|ms-browser-extension|safari-web-extension):\/\//.test(t));
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/utils/managedTunnel.js
function kx(e) {
	let { tunnel: t, dsn: n, transportOptions: r } = e;
	if (!t || typeof t == "string") return {
		tunnel: t,
		transportOptions: r
	};
	let i = t === !0 ? {} : t, a = n && tu(n), o = i.path ?? (a && oh(a));
	if (!o) return {
		tunnel: void 0,
		transportOptions: r
	};
	let s = `${sh(i.basePath)}${o}${i.trailingSlash ? "/" : ""}`;
	return $ && E.log(`Tunneling events to "${s}"`), {
		tunnel: s,
		transportOptions: {
			...r,
			headers: {
				"Content-Type": "application/x-sentry-envelope",
				...r?.headers
			}
		}
	};
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/sdk.js
function Ax(e) {
	return [
		wh(),
		xh(),
		sg(),
		Qb(),
		Ub(),
		rg(),
		ux(),
		Cx(),
		Yh(),
		yx(),
		sx(),
		ax()
	];
}
function jx(e = {}) {
	let t = !e.skipBrowserExtensionCheck && Dx(), n = e.defaultIntegrations == null ? Ax() : e.defaultIntegrations, r = Ku({
		integrations: e.integrations,
		defaultIntegrations: n
	}), i = {
		...e,
		...kx(e),
		enabled: !t && e.enabled,
		stackParser: Aa(e.stackParser || zb),
		integrations: r,
		transport: e.transport || Ob
	};
	return Co(Tx), Hm(Tb, i);
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/tracing/utils.js
function Mx(e) {
	return e.split(",").some((e) => e.trim().startsWith("sentry-"));
}
function Nx(e) {
	try {
		return new URL(e, Q.location?.href).href;
	} catch {
		return;
	}
}
function Px(e) {
	return e.entryType === "resource" && "initiatorType" in e && typeof e.nextHopProtocol == "string" && (e.initiatorType === "fetch" || e.initiatorType === "xmlhttprequest");
}
function Fx(e) {
	try {
		return new Headers(e);
	} catch {
		return;
	}
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/tracing/request.js
var Ix = {
	traceFetch: !0,
	traceXHR: !0,
	enableHTTPTimings: !0
};
function Lx(e, t) {
	let { traceFetch: n, traceXHR: r, shouldCreateSpanForRequest: i, enableHTTPTimings: a, tracePropagationTargets: o, onRequestSpanStart: s, onRequestSpanEnd: c } = {
		...Ix,
		...t
	}, l = typeof i == "function" ? i : (e) => !0, u = (e) => Bx(e, o), d = {}, f = e.getOptions().propagateTraceparent;
	n && xg((t) => {
		let n = cg(t, l, u, d, {
			propagateTraceparent: f,
			onRequestSpanEnd: c,
			urlBase: Q.location?.href
		});
		if (n) {
			let r = Nx(t.fetchData.url), i = r ? rh(r).host?.replace(/^.*@/, "") : void 0, o = r ? ah(r) : void 0;
			n.setAttributes({
				[ml]: G(o),
				[cl]: i
			}), a && zx(n, e), s?.(n, { headers: t.headers });
		}
	}), r && Xy((t) => {
		let n = Vx(t, l, u, d, f, c);
		n && (a && zx(n, e), s?.(n, { headers: Fx(t.xhr.__sentry_xhr_v3__?.request_headers) }));
	});
}
var Rx = 300;
function zx(e, t) {
	let n = R(e).attributes[ml];
	if (!n || typeof n != "string") return;
	let r = () => void setTimeout(i);
	if (U(t)) {
		let t = e.end.bind(e);
		e.end = (e) => {
			let n = e ?? M(), a = !1, o = () => {
				a || (a = !0, setTimeout(i), t(n), clearTimeout(s));
			};
			r = o;
			let s = setTimeout(o, Rx);
		};
	}
	let i = N_("resource", ({ entries: t }) => {
		t.forEach((t) => {
			Px(t) && t.name.endsWith(n) && (e.setAttributes(uv(t)), r());
		});
	});
}
function Bx(e, t) {
	let n = fy();
	if (n) {
		let r, i;
		try {
			r = new URL(e, n), i = new URL(n).origin;
		} catch {
			return !1;
		}
		let a = r.origin === i;
		return t ? gh(r.toString(), t) || a && gh(r.pathname, t) : a;
	}
	{
		let n = !!e.match(/^\/(?!\/)/);
		return t ? gh(e, t) : n;
	}
}
function Vx(e, t, n, r, i, a) {
	let o = e.xhr, s = o?.[Yy];
	if (!o || o.__sentry_own_request__ || !s) return;
	let { url: c, method: l } = s, u = V() && t(c);
	if (e.endTimestamp) {
		let t = o.__sentry_xhr_span_id__;
		if (!t) return;
		let n = r[t];
		n && (u && s.status_code !== void 0 && (jl(n, s.status_code), n.end(), a?.(n, {
			headers: Fx($y(o)),
			error: e.error
		})), delete r[t]);
		return;
	}
	let d = Nx(c), f = rh(d || c), p = d ? ah(d) : void 0, m = ah(ih(c)), h = P(), g = !!B(), ee = g || !!h && U(h), te = f?.host?.replace(/^.*@/, ""), ne = nh(d || c), re = ne ? `${l} ${ne}` : l, _ = u && ee ? Ff({
		name: h && U(h) ? re : `${l} ${m}`,
		attributes: {
			type: "xhr",
			[mc]: l,
			[ml]: G(p),
			[cl]: te,
			[fl]: ne,
			[I]: "auto.http.browser",
			[F]: dp,
			[gl]: Ym(eh(f?.search)),
			[pl]: th(f?.hash)
		}
	}) : new Qu(), v = Mf(_) && g ? void 0 : _;
	return u && !ee && h?.recordDroppedEvent("no_parent_span", "span"), o.__sentry_xhr_span_id__ = _.spanContext().spanId, r[o.__sentry_xhr_span_id__] = _, n(c) && Hx(o, V() && ee ? v : void 0, i), h && h.emit("beforeOutgoingRequestSpan", _, e), _;
}
function Hx(e, t, n) {
	let { "sentry-trace": r, baggage: i, traceparent: a } = dh({
		span: t,
		propagateTraceparent: n
	});
	r && Ux(e, r, i, a);
}
function Ux(e, t, n, r) {
	let i = e.__sentry_xhr_v3__?.request_headers;
	if (!i?.["sentry-trace"] && e.setRequestHeader) try {
		if (e.setRequestHeader("sentry-trace", t), r && !i?.traceparent && e.setRequestHeader("traceparent", r), n) {
			let t = i?.baggage;
			t && Mx(t) || e.setRequestHeader("baggage", n);
		}
	} catch {}
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/integrations/webVitals.js
var Wx = "WebVitals", Gx = H((e = {}) => {
	let { ignore: t = [], softNavigations: n = !0, bfcacheNavigations: r = !0 } = e, i = new Set(t);
	return {
		name: Wx,
		setup(e) {
			let t = U(e), a = n && t && tv(), o = r && t, s = a || o;
			a && (E_(), nv(e)), o && D_();
			let c = !t && !i.has("cls"), l = !t && !i.has("lcp"), u = Kv({
				trackCls: c,
				trackLcp: l,
				client: e
			}), d = /* @__PURE__ */ new WeakSet();
			e.on("afterStartPageLoadSpan", (e) => {
				d.add(e);
			}), e.on("spanEnd", (e) => {
				d.delete(e) && (u(), Qv(e, {
					recordClsOnPageloadSpan: c,
					recordLcpOnPageloadSpan: l,
					spanStreamingEnabled: t
				}));
			}), t && (i.has("lcp") || Sy(e, s), i.has("cls") || wy(e, s)), i.has("inp") || Ey(e, s);
		},
		afterAllSetup() {
			i.has("inp") || cy();
		}
	};
});
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/tracing/backgroundtab.js
function Kx() {
	Q.document ? Q.document.addEventListener("visibilitychange", () => {
		let e = B();
		if (!e) return;
		let t = z(e);
		if (Q.document.hidden && t) {
			let e = "cancelled", { attributes: { [F]: n }, status: r } = R(t);
			$ && E.log(`[Tracing] Transaction: ${e} -> since tab moved to the background, op: ${n}`), r === "ok" && t.setStatus({
				code: 2,
				message: e
			}), t.setAttribute(Uc, "document.hidden"), t.end();
		}
	}) : $ && E.warn("[Tracing] Could not set up background tab detection due to lack of global document");
}
var qx = "sentry_previous_trace", Jx = "sentry.previous_trace";
function Yx(e, { linkPreviousTrace: t, consistentTraceSampling: n }) {
	let r = t === "session-storage", i = r ? Qx() : void 0;
	e.on("spanStart", (e) => {
		if (z(e) !== e) return;
		let t = N().getPropagationContext();
		i = Xx(i, e, t), r && Zx(i);
	});
	let a = !0;
	n && e.on("beforeSampling", (e) => {
		if (!i) return;
		let t = N(), n = t.getPropagationContext();
		a && n.parentSpanId ? a = !1 : (t.setPropagationContext({
			...n,
			dsc: {
				...n.dsc,
				sample_rate: String(i.sampleRate),
				sampled: String($x(i.spanContext))
			},
			sampleRand: i.sampleRand
		}), e.parentSampled = $x(i.spanContext), e.parentSampleRate = i.sampleRate, e.spanAttributes = {
			...e.spanAttributes,
			[wl]: i.sampleRate
		});
	});
}
function Xx(e, t, n) {
	let r = R(t);
	function i() {
		try {
			let e = Number(r.attributes["sentry.sample_rate"] ?? n.dsc?.sample_rate);
			return Number.isNaN(e) ? 0 : e;
		} catch {
			return 0;
		}
	}
	let a = {
		spanContext: t.spanContext(),
		startTimestamp: r.start_timestamp,
		sampleRate: i(),
		sampleRand: n.sampleRand
	};
	if (!e) return a;
	let o = e.spanContext;
	return o.traceId === r.trace_id ? e : (Date.now() / 1e3 - e.startTimestamp <= 3600 && ($ && E.log(`Adding previous_trace \`${JSON.stringify(o)}\` link to span \`${JSON.stringify({
		op: r.attributes[F],
		...t.spanContext()
	})}\``), t.addLink({
		context: o,
		attributes: { [Jc]: "previous_trace" }
	}), t.setAttribute(Jx, `${o.traceId}-${o.spanId}-${+!!$x(o)}`)), a);
}
function Zx(e) {
	try {
		Q.sessionStorage.setItem(qx, JSON.stringify(e));
	} catch (e) {
		$ && E.warn("Could not store previous trace in sessionStorage", e);
	}
}
function Qx() {
	try {
		let e = Q.sessionStorage?.getItem(qx);
		return JSON.parse(e);
	} catch {
		return;
	}
}
function $x(e) {
	return e.traceFlags === 1;
}
// ../../../node_modules/@sentry/browser/build/npm/esm/prod/tracing/browserTracingIntegration.js
var eS = "BrowserTracing", tS = {
	...If,
	instrumentNavigation: !0,
	instrumentBfcacheRestore: !0,
	instrumentPageLoad: !0,
	markBackgroundSpan: !0,
	enableLongTask: !0,
	enableLongAnimationFrame: !0,
	enableInp: !0,
	ignoreResourceSpans: [],
	detectRedirects: !0,
	linkPreviousTrace: "in-memory",
	consistentTraceSampling: !1,
	enableReportPageLoaded: !1,
	...Ix
}, nS = ((e = {}) => {
	"enableElementTiming" in e && _a(() => {
		console.warn("[Sentry] `enableElementTiming` is deprecated and no longer has any effect. Use the standalone `elementTimingIntegration` instead.");
	});
	let t = Q.document, { enableInp: n, enableLongTask: r, enableLongAnimationFrame: i, webVitals: a, beforeStartSpan: o, idleTimeout: s, finalTimeout: c, childSpanTimeout: l, markBackgroundSpan: u, traceFetch: d, traceXHR: f, shouldCreateSpanForRequest: p, enableHTTPTimings: m, ignoreResourceSpans: h, instrumentPageLoad: g, instrumentNavigation: ee, instrumentBfcacheRestore: te, detectRedirects: ne, linkPreviousTrace: re, consistentTraceSampling: _, enableReportPageLoaded: v, onRequestSpanStart: ie, onRequestSpanEnd: ae } = {
		...tS,
		...e
	}, oe = uy(), se, ce;
	function le(e, n, r = !0, i) {
		let a = n.op === "pageload", u = n.name, d = o ? o(n) : n, f = Qm(i || fy()), p = {
			[hl]: f?.pathname,
			...f && !Zm(f) && { "url.full": G(f.href) },
			...d.attributes
		};
		if (u !== d.name && (p[al] = "custom"), d.attributes = p, !r) {
			let e = Zo();
			Ff({
				...d,
				startTime: e
			}).end(e);
			return;
		}
		let m = Vf(d, {
			idleTimeout: s,
			finalTimeout: c,
			childSpanTimeout: l,
			disableAutoFinish: a,
			trimIdleSpanEndTimestamp: !v
		});
		a && v && (ce = m), lS(e, m);
		function h() {
			t && ["interactive", "complete"].includes(t.readyState) && (e.emit("idleSpanEnableAutoFinish", m), t.removeEventListener("readystatechange", h));
		}
		a && !v && t && (t.addEventListener("readystatechange", h), h());
	}
	return {
		name: eS,
		setup(e) {
			if (oe) {
				$ && E.log("[Tracing] Skipping browserTracingIntegration setup for bot user agent.");
				return;
			}
			if (Ru(), i && T.PerformanceObserver && PerformanceObserver.supportedEntryTypes?.includes("long-animation-frame") ? hv() : r && mv(), ne && t) {
				let e = () => {
					se = M();
				};
				addEventListener("click", e, { capture: !0 }), addEventListener("keydown", e, {
					capture: !0,
					passive: !0
				});
			}
			function n() {
				let t = cS(e);
				t && !R(t).end_timestamp && ($ && E.log(`[Tracing] Finishing current active span with op: ${R(t).attributes["sentry.op"]}`), t.setAttribute(Kc, "cancelled"), t.end());
			}
			e.on("beforeIdleSpanEnd", (t) => {
				if (cS(e) !== t) return;
				gv(t, {
					ignoreResourceSpans: h,
					spanStreamingEnabled: U(e)
				}), lS(e, void 0);
				let n = N(), r = n.getPropagationContext();
				n.setPropagationContext({
					...r,
					traceId: t.spanContext().traceId,
					sampled: Tu(t),
					dsc: id(t)
				}), ce === t && (ce = void 0);
			}), e.on("startNavigationSpan", (t, r) => {
				if (P() !== e) return;
				if (r?.isRedirect) {
					$ && E.warn("[Tracing] Detected redirect, navigation span will not be the root span, but a child span."), le(e, {
						op: Wf,
						...t
					}, !1, r.url);
					return;
				}
				se = void 0, n();
				let i = N();
				i.setPropagationContext({
					traceId: ls(),
					sampleRand: Math.random(),
					propagationSpanId: V() ? void 0 : us()
				}), i.setSDKProcessingMetadata({ normalizedRequest: void 0 }), le(e, {
					op: Uf,
					...t,
					parentSpan: null
				}, !0, r?.url);
			}), e.on("startPageLoadSpan", (t, r = {}) => {
				if (P() !== e) return;
				n();
				let i = au(r.sentryTrace || aS("sentry-trace") || oS("sentry-trace"), r.baggage || aS("baggage") || oS("baggage")), a = N();
				a.setPropagationContext(i), V() || (a.getPropagationContext().propagationSpanId = us());
				let o = sb(e);
				a.setSDKProcessingMetadata({ normalizedRequest: {
					...o,
					url: G(o.url, e)
				} }), le(e, {
					op: Hf,
					...t
				});
			}), e.on("endPageloadSpan", () => {
				v && ce && (ce.setAttribute(Kc, "reportPageLoaded"), ce.end());
			}), Q.addEventListener?.("pagehide", () => {
				let t = cS(e);
				t && !R(t).end_timestamp && (t.setAttribute(Kc, "documentHidden"), t.end()), e.flush();
			});
		},
		afterAllSetup(e) {
			if (oe) return;
			if (Pf(e), e.addIntegration && !e.getIntegrationByName?.("WebVitals")) {
				let t = a?.ignore ?? [];
				e.addIntegration(Gx({
					...a,
					ignore: n || t.includes("inp") ? t : [...t, "inp"]
				}));
			}
			let t = fy();
			re !== "off" && Yx(e, {
				linkPreviousTrace: re,
				consistentTraceSampling: _
			}), Q.location && (g && rS(e, {
				name: U(e) ? fp : Q.location.pathname,
				attributes: {
					[al]: "url",
					[I]: "auto.pageload.browser"
				}
			}), ee && Uy(({ to: n, from: r }) => {
				if (r === void 0 && t !== void 0 && t.indexOf(n) !== -1) {
					t = void 0;
					return;
				}
				t = void 0;
				let i = Qm(n), a = cS(e), o = a && ne && dS(a, se);
				iS(e, {
					name: U(e) ? pp : i?.pathname || Q.location.pathname,
					attributes: {
						[al]: "url",
						[I]: "auto.navigation.browser"
					}
				}, {
					url: n,
					isRedirect: o
				});
			}), te && Q.addEventListener?.("pageshow", (n) => {
				n.persisted && (t = void 0, iS(e, {
					name: U(e) ? pp : Q.location?.pathname || "/",
					attributes: {
						[al]: "url",
						[I]: "auto.navigation.browser.bfcache",
						[Hs]: "back-forward-cache"
					}
				}, { url: Q.location?.href }));
			})), u && Kx(), Lx(e, {
				traceFetch: d,
				traceXHR: f,
				tracePropagationTargets: e.getOptions().tracePropagationTargets,
				shouldCreateSpanForRequest: p,
				enableHTTPTimings: m,
				onRequestSpanStart: ie,
				onRequestSpanEnd: ae
			});
		}
	};
});
function rS(e, t, n) {
	let r = t.name === fp;
	N().setTransactionName(r ? Q.location?.pathname : t.name);
	let i = rs(), a = {
		...t,
		startTime: t.startTime ?? (i ? i / 1e3 : void 0)
	};
	e.emit("startPageLoadSpan", a, n);
	let o = cS(e);
	return o && e.emit("afterStartPageLoadSpan", o), o;
}
function iS(e, t, n) {
	let { url: r, isRedirect: i } = n || {};
	e.emit("beforeStartNavigationSpan", t, {
		isRedirect: i,
		url: r
	}), e.emit("startNavigationSpan", t, {
		isRedirect: i,
		url: r
	});
	let a = N(), o = t.name === pp;
	return a.setTransactionName(o ? r && Qm(r)?.pathname || Q.location?.pathname : t.name), r && !i && a.setSDKProcessingMetadata({ normalizedRequest: {
		...sb(e),
		url: G(r, e)
	} }), cS(e);
}
function aS(e) {
	return (Q.document?.querySelector(`meta[name=${e}]`))?.getAttribute("content") || void 0;
}
function oS(e) {
	return (Q.performance?.getEntriesByType?.("navigation")[0])?.serverTiming?.find((t) => t.name === e)?.description;
}
var sS = "_sentry_idleSpan";
function cS(e) {
	return e[sS];
}
function lS(e, t) {
	k(e, sS, t);
}
var uS = 1.5;
function dS(e, t) {
	let n = R(e), r = Zo();
	return !(r - n.start_timestamp > uS || t && r - t <= uS);
}
new la().register(), Tt({ instrumentations: [new Kn({ propagateTraceHeaderCorsUrls: [/.*/] })] }), jx({
	dsn: "https://public@sentry.example/1",
	integrations: [nS()],
	tracesSampleRate: 1,
	tracePropagationTargets: [/.*/],
	transport: () => ({
		send: async () => ({}),
		flush: async () => !0
	})
});

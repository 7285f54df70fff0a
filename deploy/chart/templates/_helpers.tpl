{{- define "partner-events.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "partner-events.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* Of one part: (list . "api") */ -}}
{{- define "partner-events.selector" -}}
app.kubernetes.io/name: {{ (index . 0).Chart.Name }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "partner-events.image" -}}
{{ printf "%s:%s" .Values.image.repository ((.of).tag | default .Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end }}

{{- define "partner-events.environment" -}}
- name: NODE_ENV
  value: production
- name: METRICS_HOST
  value: 0.0.0.0
- name: DATA_DIR
  value: /data
{{- with .Values.trustedProxies }}
- name: TRUSTED_PROXIES
  value: {{ join "," . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ and (hasKey $ "of") (eq $name "WORKER_BUILD_ID") | ternary ($.of).buildId $value | quote }}
{{- end }}
{{- end }}

{{- /* What all containers have in common: no root, no writable root file system, no token of the cluster. */ -}}
{{- define "partner-events.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
volumes:
  # Bulk files while they are written, and what Node writes beside them. They are kept in S3.
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "partner-events.container" -}}
image: {{ include "partner-events.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: {drop: [ALL]}
envFrom:
  - secretRef: {name: {{ .Values.secretName }}}
volumeMounts:
  - {name: data, mountPath: /data}
  - {name: tmp, mountPath: /tmp}
{{- end }}

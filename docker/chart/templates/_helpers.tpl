{{/* Names and labels. The arguments of the last ones are a dict: root (the context of the chart), component, and more. */}}

{{- define "hrev.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* At most 40 characters, because the names of the objects have suffixes and a limit of 63. */}}
{{- define "hrev.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- $name := include "hrev.name" . }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "hrev.selector" -}}
app.kubernetes.io/name: {{ include "hrev.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "hrev.labels" -}}
{{ include "hrev.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "hrev.image" -}}
{{- $tag := default .root.Chart.AppVersion .image.tag -}}
{{- $digest := ternary (printf "@%s" .image.digest) "" (ne .image.digest "") -}}
{{- printf "%s:%s%s" .image.repository $tag $digest | quote }}
{{- end }}

{{/* The components with a Deployment, as a dict: name -> values. */}}
{{- define "hrev.components" -}}
api: {{ .Values.api | toJson }}
{{- range $kind, $worker := .Values.workers }}
{{- if $worker.enabled }}
worker-{{ $kind }}: {{ $worker | toJson }}
{{- end }}
{{- end }}
{{- end }}

{{- define "hrev.secret" -}}
{{- required "existingSecret is required: the name of a Secret with HREV_ENCRYPTION_KEY. `hrev init-secret` prints one." .Values.existingSecret }}
{{- end }}

{{- define "hrev.databaseUrl" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ default (include "hrev.secret" .) .Values.database.existingSecret }}
      key: {{ .Values.database.key }}
{{- end }}

{{/* Pods of the restricted Pod Security Standard. Nothing of the service calls the API of Kubernetes. */}}
{{- define "hrev.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    {{- toYaml .seccompProfile | nindent 4 }}
{{- end }}

{{- define "hrev.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Whole hosts first, then zones. Pods of another version of the Deployment do not count. */}}
{{- define "hrev.topologySpread" -}}
{{- range $index, $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
{{- if $index }}
{{ end -}}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  matchLabelKeys: [pod-template-hash]
  labelSelector:
    matchLabels:
      {{- include "hrev.selector" $ | nindent 6 }}
{{- end }}
{{- end }}

{{/* The variables of API and workers. The settings of a component replace those of all. */}}
{{- define "hrev.environment" -}}
{{- $values := .root.Values -}}
- name: HREV_ROLE
  value: {{ .role }}
{{- if eq .role "api" }}
- name: PORT
  value: "4738"
- name: HREV_SHUTDOWN_DELAY
  value: {{ printf "%ds" (int .settings.shutdownDelaySeconds) }}
{{- else }}
- name: HREV_WORKER_PORT
  value: "4739"
- name: HREV_COLLECT_BROWSER
  value: {{ .browser | quote }}
{{- end }}
{{- if $values.metrics.enabled }}
- name: HREV_METRICS_HOST
  value: "0.0.0.0"
- name: HREV_METRICS_PORT
  value: {{ $values.metrics.port | quote }}
{{- else }}
- name: HREV_METRICS_PORT
  value: "0"
{{- end }}
{{ include "hrev.databaseUrl" .root }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ default (include "hrev.secret" .root) $values.redis.existingSecret }}
      key: {{ $values.redis.key }}
      optional: {{ empty $values.redis.existingSecret }}
- name: HREV_ENCRYPTION_KEY
  valueFrom:
    secretKeyRef:
      name: {{ include "hrev.secret" .root }}
      key: HREV_ENCRYPTION_KEY
{{- range list "HREV_ENCRYPTION_KEY_PREVIOUS" "HREV_SMTP_URL" }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ include "hrev.secret" $.root }}
      key: {{ . }}
      optional: true
{{- end }}
{{- range $name, $value := merge (dict) .settings.config $values.config }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
A Deployment of the API or of workers. Arguments: root, component, settings (values of the component), role, browser
(HREV_COLLECT_BROWSER), image, probePort (name and number).
*/}}
{{- define "hrev.deployment" -}}
{{- $values := .root.Values -}}
{{- $seccomp := dict "type" "RuntimeDefault" -}}
{{- with .settings.localhostSeccompProfile -}}
{{- $seccomp = dict "type" "Localhost" "localhostProfile" . -}}
{{- end -}}
{{- /* What the service itself may take after its delay: 20 s for requests in flight, and 25 s to close. */ -}}
{{- $least := add (default 0 .settings.preStopSeconds) (default 0 .settings.shutdownDelaySeconds) 45 -}}
{{- if lt (int .settings.terminationGracePeriodSeconds) (int $least) -}}
{{- fail (printf "%s: terminationGracePeriodSeconds must be at least %d" .component $least) -}}
{{- end -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "hrev.fullname" .root }}-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "hrev.labels" . | nindent 4 }}
spec:
  {{- /* An autoscaler sets the number, and an upgrade must not overwrite it. */}}
  {{- if eq .settings.autoscaling.by "none" }}
  replicas: {{ .settings.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "hrev.selector" . | nindent 6 }}
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels:
        {{- include "hrev.labels" . | nindent 8 }}
        {{- with .settings.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .settings.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "hrev.podSecurity" (dict "root" .root "seccompProfile" $seccomp) | nindent 6 }}
      {{- if or $values.serviceAccount.create $values.serviceAccount.name }}
      serviceAccountName: {{ default (include "hrev.fullname" .root) $values.serviceAccount.name }}
      {{- end }}
      terminationGracePeriodSeconds: {{ .settings.terminationGracePeriodSeconds }}
      {{- with .settings.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      topologySpreadConstraints:
        {{- if .settings.topologySpreadConstraints }}
        {{- toYaml .settings.topologySpreadConstraints | nindent 8 }}
        {{- else }}
        {{- include "hrev.topologySpread" . | nindent 8 }}
        {{- end }}
      {{- with .settings.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .settings.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .settings.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .role }}
          image: {{ include "hrev.image" (dict "root" .root "image" .image) }}
          imagePullPolicy: {{ .image.pullPolicy }}
          ports:
            - name: {{ .probePort.name }}
              containerPort: {{ .probePort.number }}
            {{- if $values.metrics.enabled }}
            - name: metrics
              containerPort: {{ $values.metrics.port }}
            {{- end }}
          env:
            {{- include "hrev.environment" . | nindent 12 }}
          resources:
            {{- toYaml .settings.resources | nindent 12 }}
          securityContext:
            {{- include "hrev.containerSecurity" . | nindent 12 }}
          {{- /* Liveness does not depend on the database: a restart of the pod does not repair the database. */}}
          startupProbe:
            httpGet: { path: /health, port: {{ .probePort.name }} }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health, port: {{ .probePort.name }} }
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 3
          readinessProbe:
            httpGet: { path: /health/read, port: {{ .probePort.name }} }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          {{- if .settings.preStopSeconds }}
          {{- /* The cluster needs a few seconds to remove the pod from its lists; until then the API serves as before. */}}
          lifecycle:
            preStop:
              exec:
                command: [sleep, {{ .settings.preStopSeconds | quote }}]
          {{- end }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            - name: data
              mountPath: /data
            {{- if .settings.sharedMemory }}
            - name: shm
              mountPath: /dev/shm
            {{- end }}
            {{- with $values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: {}
        - name: data
          emptyDir: {}
        {{- with .settings.sharedMemory }}
        - name: shm
          emptyDir:
            medium: Memory
            sizeLimit: {{ . }}
        {{- end }}
        {{- with $values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}
